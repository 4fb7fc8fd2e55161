import { fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { isAhead, type LawRate } from '#domain/tax/plan-rate.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import {
  announceToAllCompanies,
  deleteLawRate,
  listLawRates,
  upsertLawRate,
} from '../../storage/fiscal/law-rates.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import { actedBy, requireRight, type ServiceContext } from '../context.ts'
import { refuseFields } from '../operations/refuse-fields.ts'

const EVERYWHERE = { companyId: null }

/** The rates that the law sets for all companies, oldest first. */
export async function readLawRates(context: ServiceContext): Promise<LawRate[]> {
  requireRight(context, 'tax-rate.plan', EVERYWHERE)
  return listLawRates(context.db)
}

/**
 * Enters a rate before the law changes, or takes one back that is not in force yet (`rate` null). Phones learn it from
 * the feed of their company. Gives all rates.
 */
export async function planRate(
  context: ServiceContext,
  planned: Omit<LawRate, 'rate'> & { readonly rate: LawRate['rate'] | null },
): Promise<LawRate[]> {
  requireRight(context, 'tax-rate.plan', EVERYWHERE)
  const at = toInstant(context.clock.now())
  const { rate, taxType, validFrom } = planned
  if (!isAhead(validFrom, fiscalDayOf(at))) {
    refuseFields([{ path: 'validFrom', code: 'RATE_DAY_NOT_AHEAD' }])
  }
  return inTransaction(context.db, async (tx) => {
    const by = context.actor.userId
    const changed =
      rate === null
        ? await deleteLawRate(tx, { taxType, validFrom })
        : await upsertLawRate(tx, { taxType, validFrom, rate }, { by, at })
    const rates = await listLawRates(tx)
    if (!changed) return rates
    await insertAuditEntry(tx, {
      companyId: null,
      ...actedBy(context),
      at,
      action: 'tax-rate.plan',
      subject: `law-rate:${taxType}:${validFrom}`,
      detail: { rate },
    })
    await announceToAllCompanies(tx)
    return rates
  })
}
