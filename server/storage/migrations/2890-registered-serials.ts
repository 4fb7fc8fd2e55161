import { type Kysely, sql } from 'kysely'

/** Companies have the serial number that the authority registered: one that was typed wrong could not be corrected. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update companies c set serial = f.cert_key, rev = c.rev + 1
    from fiscal_identities f
    where f.company_id = c.id and f.retired_at is null and c.serial <> f.cert_key
  `.execute(db)
}
