import { type Kysely, sql } from 'kysely'

/** New addresses that wait for the link mailed to them, and what the phones of people call themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table email_changes (
      user_id uuid primary key references users on delete cascade, token_hash text not null, email text not null,
      expires_at timestamptz not null
    );
    create table user_devices (
      user_id uuid not null references users on delete cascade, device_id uuid not null, name text not null,
      first_login_at timestamptz not null, last_login_at timestamptz not null, primary key (user_id, device_id)
    );
  `.execute(db)
}
