import { type Kysely, sql } from 'kysely'

/**
 * Password recoveries in progress. An address without an account has a row too, without a user, so that
 * everything after it is the same. Token and code are stored as hashes; the code's hash includes the token,
 * which only the person who requested it has.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table password_resets (
      id uuid primary key, token_hash text not null unique, user_id uuid references users on delete cascade,
      address_hash text not null, code_hash text not null, failed_attempts int not null default 0, verified boolean not null default false,
      created_at timestamptz not null, expires_at timestamptz not null
    );
    create index password_resets_expired on password_resets (expires_at);
    create index users_by_email on users (lower(email));
  `.execute(db)
}
