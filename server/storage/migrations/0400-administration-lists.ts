import { type Kysely, sql } from 'kysely'

/**
 * Lists of organizations and companies: the serial number that a company form asks for, a text to search in, and
 * indexes in the order of the lists.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table companies add column serial text not null default '';
    update companies c set serial = f.cert_key from fiscal_identities f where f.company_id = c.id;
    alter table companies add column search_text text generated always as
      (lower(name || ' ' || tin || ' ' || vrn || ' ' || serial || ' ' || phone || ' ' || email)) stored;
    alter table organizations add column search_text text generated always as
      (lower(name || ' ' || owner_name || ' ' || owner_phone || ' ' || owner_email)) stored;
    create index companies_organization on companies (organization_id, lower(name), id);
    create index companies_name on companies (lower(name), id);
    create index organizations_name on organizations (lower(name), id);
  `.execute(db)
}
