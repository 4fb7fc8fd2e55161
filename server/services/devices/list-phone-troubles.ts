import type { PhoneTrouble } from '#contract/phone-trouble-endpoints.ts'
import { DAY_MS, toInstant } from '#domain/calendar/east-africa.ts'
import { listTroubledEpochs } from '../../storage/sync/troubled-epochs.ts'
import type { ServiceContext } from '../context.ts'
import { companyScopeFor } from '../scope-for.ts'

/** What is older was seen to, or cannot be any more. */
const SHOWN_MS = 90 * DAY_MS

/**
 * Phones of a company whose work was lost before it arrived, or whose data was copied to another one, the newest first. A
 * phone may have both.
 */
export async function listPhoneTroubles(
  context: ServiceContext,
  { companyId }: { readonly companyId?: string | undefined },
): Promise<PhoneTrouble[]> {
  const scope = await companyScopeFor(context, 'audit.read', companyId)
  const since = toInstant(context.clock.now() - SHOWN_MS)
  const epochs = await listTroubledEpochs(context.db, scope, since)
  return epochs
    .flatMap(({ person, phone, lost, forkedAt }): PhoneTrouble[] => {
      const of = { person, ...(phone === null ? {} : { phone }) }
      return [
        ...(lost === null ? [] : [{ ...of, trouble: 'work-lost' as const, ...lost }]),
        ...(forkedAt === null ? [] : [{ ...of, trouble: 'copied' as const, count: 0, noticedAt: forkedAt }]),
      ].filter(({ noticedAt }) => noticedAt >= since)
    })
    .sort((one, other) => (one.noticedAt > other.noticedAt ? -1 : 1))
}
