import { type Kysely, sql } from 'kysely'

/** The audit trail names the device, and the organization of what concerns no single company. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table audit add column device_id uuid, add column organization_id uuid;
    update audit set device_id = (detail ->> 'deviceId')::uuid where action in ('session.open', 'session.theft');
    update audit set organization_id = split_part(subject, ':', 2)::uuid
      where company_id is null and subject like 'organization:%';
    create index audit_organization on audit (organization_id, at) where organization_id is not null;
    create index audit_at on audit (at);
    create index audit_reissues on audit (company_id, subject) where action = 'receipt.reissue';
  `.execute(db)
}
