import { sql } from 'kysely'
import type { FiscalDay, Instant } from '#domain/calendar/east-africa.ts'
import { parseDay, parseNullableMoment } from '../row-values.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope, IdentityScope } from '../scope.ts'
import { OPEN_STATES } from './open-states.ts'

/** What an identity has to do: send receipts, or close days and send their reports. */
type Work = 'send' | 'close'

/** Open receipts of an identity that are looked at to find the first that may go past one in unknown state. */
const LOOKED_AT = 50

/**
 * Notes in the transaction that makes something due that it is, not later than `at`. Waits for a transaction that puts the same
 * identity off at this moment: either that one sees what became due, or this one corrects it.
 */
export async function bringForward(
  db: Db,
  scope: CompanyScope,
  identityId: string,
  work: Work,
  at: Instant,
): Promise<void> {
  const column = sql.ref(`${work}_at`)
  await sql`
    insert into fiscal_due as due (company_id, identity_id, ${column})
    values (${scope.companyId}, ${identityId}, ${at})
    on conflict (company_id, identity_id) do update set ${column} = excluded.${column}
      where due.${column} is null or due.${column} > excluded.${column}
  `.execute(db)
}

/**
 * Takes identities with due work, those that wait longest first, and puts them off until `until`: what was taken is found
 * again then, unless the work that was begun has corrected it. No two processes take the same.
 */
export async function takeDueIdentities(
  db: Db,
  work: Work,
  now: Instant,
  until: Instant,
  limit: number,
): Promise<string[]> {
  const column = sql.ref(`${work}_at`)
  const { rows } = await sql<{ identity_id: string }>`
    with taken as (
      select due.company_id, due.identity_id from fiscal_due due
      join fiscal_identities identity on identity.id = due.identity_id and identity.company_id = due.company_id
      where due.${column} <= ${now} and identity.state = 'active' and identity.retired_at is null
      order by due.${column} limit ${limit} for update of due skip locked
    )
    update fiscal_due set ${column} = ${until} from taken
    where fiscal_due.company_id = taken.company_id and fiscal_due.identity_id = taken.identity_id
    returning fiscal_due.identity_id
  `.execute(db)
  return rows.map((row) => row.identity_id)
}

/** What is still to do for an identity. */
export type OpenWork = {
  /** When its next receipt can be sent; null while none is open. */
  readonly sendAt: Instant | null
  /** When its next Z report can be sent; null while none is open. */
  readonly reportAt: Instant | null
  /** The last day that has a report. */
  readonly lastDay: FiscalDay | null
  readonly registeredDay: FiscalDay
}

/** Locks when an identity is due, and reads what is open once no other transaction changes that. */
export async function lockOpenWork(
  db: Db,
  identity: IdentityScope,
  now: Instant,
  headOfLineMs: number,
): Promise<OpenWork | undefined> {
  const ofIdentity = isOf(identity)
  await sql`
    select from fiscal_due where ${ofIdentity} for update
  `.execute(db)
  // A statement of its own: it sees what was committed while the lock was waited for.
  const { rows } = await sql<{
    send_at: string | null
    report_at: string | null
    last_day: string | null
    registered_day: string
  }>`
    with open as materialized (
      select gc, next_attempt_at, unknown_since from receipts
      where ${ofIdentity} and delivery = any(${[...OPEN_STATES]}) order by gc limit ${LOOKED_AT}
    ), head as (select * from open order by gc limit 1)
    select registered_day,
      (select case
        when unknown_since is null then coalesce(next_attempt_at, ${now})
        else least(coalesce(next_attempt_at, ${now}), greatest(
          unknown_since + ${headOfLineMs} * interval '1 millisecond',
          (select min(coalesce(next_attempt_at, ${now})) from open)
        )) end from head) as send_at,
      (select coalesce(next_attempt_at, ${now}) from z_reports
        where ${ofIdentity} and delivery in ('waiting', 'unknown') order by day limit 1) as report_at,
      (select max(day) from z_reports where ${ofIdentity}) as last_day
    from fiscal_identities where company_id = ${identity.companyId} and id = ${identity.id}
  `.execute(db)
  const [row] = rows
  return (
    row && {
      sendAt: parseNullableMoment(row.send_at),
      reportAt: parseNullableMoment(row.report_at),
      lastDay: row.last_day === null ? null : parseDay(row.last_day),
      registeredDay: parseDay(row.registered_day),
    }
  )
}

/** Writes when an identity is due. The caller holds the lock of `lockOpenWork`. */
export async function updateDue(
  db: Db,
  identity: IdentityScope,
  due: { readonly sendAt: Instant | null; readonly closeAt: Instant },
): Promise<void> {
  await sql`
    update fiscal_due set send_at = ${due.sendAt}, close_at = ${due.closeAt} where ${isOf(identity)}
  `.execute(db)
}

function isOf(identity: IdentityScope) {
  return sql`company_id = ${identity.companyId} and identity_id = ${identity.id}`
}

/**
 * Reads every identity and brings forward those with work that nothing says is due: written by an older version of the
 * server beside this one, or changed by a person in the database. Slow, for once in a while. Returns how many.
 */
export async function bringForwardForgotten(
  db: Db,
  now: Instant,
  lastDay: FiscalDay,
  later: Instant,
): Promise<number> {
  const { rows } = await sql<{ identity_id: string }>`
    insert into fiscal_due as due (company_id, identity_id, send_at, close_at)
    select identity.company_id, identity.id, ${now}::timestamptz, ${now}::timestamptz
    from fiscal_identities identity
    left join fiscal_due known on known.identity_id = identity.id and known.company_id = identity.company_id
    left join lateral (
      select next_attempt_at from receipts
      where company_id = identity.company_id and identity_id = identity.id and delivery = any(${[...OPEN_STATES]}) order by gc limit 1
    ) head on true
    where identity.state = 'active' and identity.retired_at is null and (
      known.identity_id is null
      or (known.send_at is null or known.send_at > ${later}) and head is distinct from null
        and (head.next_attempt_at is null or head.next_attempt_at <= ${now})
      or (known.close_at is null or known.close_at > ${later}) and identity.registered_day <= ${lastDay} and (
        coalesce((select max(day) from z_reports
          where company_id = identity.company_id and identity_id = identity.id), '') < ${lastDay}
        or (select coalesce(next_attempt_at, ${now}) <= ${now} from z_reports
          where company_id = identity.company_id and identity_id = identity.id
            and delivery in ('waiting', 'unknown') order by day limit 1)
      )
    )
    on conflict (company_id, identity_id) do update set send_at = excluded.send_at, close_at = excluded.close_at
    returning identity_id
  `.execute(db)
  return rows.length
}
