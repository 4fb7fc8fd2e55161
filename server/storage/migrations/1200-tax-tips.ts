import { type Kysely, sql } from 'kysely'

/** Tax tips in both languages. One without an organization is the platform's own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tax_tips (
      id uuid primary key, organization_id uuid references organizations, day text not null,
      title_en text not null, text_en text not null, title_sw text not null, text_sw text not null,
      status text not null default 'draft' check (status in ('draft', 'published')),
      changed_at timestamptz not null
    );
    create index tax_tips_published on tax_tips (day desc, id) where status = 'published';
    create index tax_tips_organization on tax_tips (organization_id);
  `.execute(db)
}
