import { type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/** An epoch of a phone with work that did not arrive, or with two continuations. */
export type TroubledEpoch = {
  readonly person: string
  readonly phone: string | null
  readonly lost: { readonly count: number; readonly noticedAt: Instant } | null
  readonly forkedAt: Instant | null
}

/** More than a person would read. */
const MOST = 200

const asInstant = (moment: string) => toInstant(Date.parse(moment))

/** Those in which something was noticed since a moment. */
export async function listTroubledEpochs(
  db: Db,
  scope: CompanyScope,
  since: Instant,
): Promise<TroubledEpoch[]> {
  const rows = await db
    .selectFrom('device_epochs as epochs')
    .innerJoin('users', 'users.id', 'epochs.user_id')
    .leftJoin('user_devices as devices', (join) =>
      join
        .onRef('devices.user_id', '=', 'epochs.user_id')
        .onRef('devices.device_id', '=', 'epochs.device_id'),
    )
    .select(['users.first_name', 'users.last_name', 'devices.name'])
    .select(['epochs.lost_count', 'epochs.lost_noticed_at', 'epochs.forked_at'])
    .where('epochs.company_id', '=', scope.companyId)
    .where((where) =>
      where.or([where('epochs.lost_noticed_at', '>=', since), where('epochs.forked_at', '>=', since)]),
    )
    .orderBy('epochs.epoch')
    .limit(MOST)
    .execute()
  return rows.map((row) => {
    const { lost_count: count, lost_noticed_at: noticedAt, forked_at: forkedAt } = row
    return {
      person: `${row.first_name} ${row.last_name}`.trim(),
      phone: row.name === '' ? null : row.name,
      lost: noticedAt === null ? null : { count, noticedAt: asInstant(noticedAt) },
      forkedAt: forkedAt === null ? null : asInstant(forkedAt),
    }
  })
}
