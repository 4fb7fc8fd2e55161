import { setTimeout as pause } from 'node:timers/promises'
import type { EndpointAnswer, EndpointRequest } from '#contract/endpoints.ts'
import type { Verification } from '../../gateways/tra/gateway.ts'
import type { AttemptLimit } from '../../ports/attempt-limit.ts'
import { findExpenseIdByCode } from '../../storage/catalogue/expenses.ts'
import { companyScope, requireRight, type ServiceContext } from '../context.ts'
import type { DeliveryDeps } from '../fiscal/delivery-deps.ts'

/** The user is at the counter with the receipt: after this long they enter it by hand. */
const PORTAL_TIMEOUT_MS = 12_000

async function askPortal(
  delivery: DeliveryDeps | undefined,
  { code, time }: EndpointRequest<'expenses.look-up'>,
): Promise<Verification> {
  const unknown: Verification = { kind: 'unknown', message: 'nobody asks the authority here' }
  if (delivery === undefined) return unknown
  const timeout = new AbortController()
  const timedOut = pause(PORTAL_TIMEOUT_MS, unknown, { signal: timeout.signal }).catch(() => unknown)
  try {
    return await Promise.race([delivery.tra.verify(delivery.endpoint, code, time), timedOut])
  } finally {
    timeout.abort()
  }
}

/**
 * What the authority's public page says about a receipt of an expense, and whether the company already has an
 * expense with it. Limited per company, because each look-up is a request to the authority.
 */
export async function lookUpReceipt(
  context: ServiceContext,
  delivery: DeliveryDeps | undefined,
  limit: AttemptLimit,
  request: EndpointRequest<'expenses.look-up'>,
): Promise<EndpointAnswer<'expenses.look-up'>> {
  const scope = companyScope(context)
  requireRight(context, 'expense.save', scope)
  await limit.consume(scope.companyId)
  const existingId = await findExpenseIdByCode(context.db, scope, { receiptCode: request.code })
  const found = await askPortal(delivery, request)
  const registeredAs = existingId ?? null
  switch (found.kind) {
    case 'found':
      return { outcome: 'found', receipt: wireForm(found), registeredAs }
    case 'not-found':
      return { outcome: 'not-found', receipt: null, registeredAs }
    case 'unknown':
      return { outcome: 'unavailable', receipt: null, registeredAs }
  }
}

function wireForm({ receipt }: Extract<Verification, { kind: 'found' }>) {
  return { ...receipt, seller: { ...receipt.seller }, items: receipt.items.map((item) => ({ ...item })) }
}
