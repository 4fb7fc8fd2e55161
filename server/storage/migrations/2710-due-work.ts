import { type Kysely, sql } from 'kysely'

/**
 * When each device identity has something to send or a day to close, so that the search for due work reads what is due
 * and not every identity. At first everything counts as due: the first look at each corrects it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table fiscal_due (
      company_id uuid not null references companies, identity_id uuid not null,
      send_at timestamptz, close_at timestamptz, primary key (company_id, identity_id)
    );
    insert into fiscal_due (company_id, identity_id, send_at, close_at)
      select company_id, id, now(), now() from fiscal_identities;
    create index fiscal_due_send on fiscal_due (send_at) where send_at is not null;
    create index fiscal_due_close on fiscal_due (close_at) where close_at is not null;
    create index receipts_to_look_up on receipts (next_attempt_at) where delivery = 'acknowledged';
    create index fiscal_identities_asked on fiscal_identities (status_asked_at) where retired_at is null;
    create index fiscal_identities_blocked on fiscal_identities (status_asked_at)
      where retired_at is null and state = 'blocked';
  `.execute(db)
}
