import { type Kysely, sql } from 'kysely'

/**
 * Passwords that somebody wants to choose anew. An address of nobody has a row too, without a user, so that everything
 * after it is the same. Token and code are kept as hashes; the code's has the token in it, which only its holder has.
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
