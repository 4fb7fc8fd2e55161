import type { EndpointAnswer, EndpointRequest } from '#contract/endpoints.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { normalizePhone } from '#domain/identity/phone.ts'
import {
  checkUssdPhone,
  MAX_USSD_PIN_TRIES,
  USSD_CODE_LIFETIME_MS,
  USSD_IDLE_MS,
} from '#domain/ussd/check-ussd-phone.ts'
import { dialedCode } from '#domain/ussd/ussd-code.ts'
import { Refusal } from '../../ports/refusal.ts'
import { hashOneTimeCode, isSameHash, makeOneTimeCode } from '../../security/one-time-code.ts'
import { hashPassword } from '../../security/passwords.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { getCompanyRecord } from '../../storage/accounts/companies.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import {
  confirmUssdPhone,
  endUssdPhones,
  insertUssdPhone,
  listUssdPhones,
  type UssdPhone,
} from '../../storage/ussd/phones.ts'
import { actedBy, companyScope, requireRight, type ServiceContext, type Services } from '../context.ts'
import { refuseFields } from '../operations/refuse-fields.ts'

function scopeOf(context: ServiceContext): CompanyScope {
  const scope = companyScope(context)
  requireRight(context, 'invoice.submit', scope)
  return scope
}

/** The short code of the company, and the numbers that sell for the caller. */
export async function readUssdPhones(context: ServiceContext): Promise<EndpointAnswer<'ussd.read'>> {
  const scope = scopeOf(context)
  const { company } = await getCompanyRecord(context.db, scope)
  const usedSince = toInstant(context.clock.now() - USSD_IDLE_MS)
  const phones = await listUssdPhones(context.db, scope, context.actor.userId, usedSince)
  return {
    dial: dialedCode(company.settings),
    phones: phones.map(({ id, phone, registered_at, pin_tries }) => ({
      ...{ id, phone, registered: registered_at !== null, locked: pin_tries <= 0 },
    })),
  }
}

/**
 * Registers a number that sells for the caller once the code is dialled from it: the code proves who holds the SIM.
 * The PIN is set here and not on the phone, because networks log what is dialled. Returns the code.
 */
export async function registerUssdPhone(
  context: ServiceContext,
  form: EndpointRequest<'ussd.register'>,
): Promise<EndpointAnswer<'ussd.register'>> {
  const scope = scopeOf(context)
  refuseFields(checkUssdPhone(form))
  const phone = normalizePhone(form.phone) ?? ''
  const pinHash = await hashPassword(form.pin)
  const [id, code, now] = [context.newId(), makeOneTimeCode(), context.clock.now()]
  const [at, endsAt] = [toInstant(now), toInstant(now + USSD_CODE_LIFETIME_MS)]
  const { userId } = context.actor
  await inTransaction(context.db, async (tx) => {
    await endUssdPhones(tx, scope, userId, { waiting: phone }, at)
    await insertUssdPhone(tx, scope, {
      ...{ id, phone, user_id: userId, pin_hash: pinHash, language: 'sw', pin_tries: MAX_USSD_PIN_TRIES },
      ...{ code_hash: hashOneTimeCode(id, code), code_ends_at: endsAt },
      ...{ created_at: at, registered_at: null, used_at: null, ended_at: null },
    })
    await audit(context, scope, tx, { action: 'ussd.register', id, at })
  })
  return { code, endsAt }
}

/** Ends a number of the caller: it can no longer sell. */
export async function endUssdPhone(
  context: ServiceContext,
  { id }: EndpointRequest<'ussd.end'>,
): Promise<Record<string, never>> {
  const scope = scopeOf(context)
  const at = toInstant(context.clock.now())
  await inTransaction(context.db, async (tx) => {
    const ended = await endUssdPhones(tx, scope, context.actor.userId, { id }, at)
    if (ended === 0) throw new Refusal('NOT_FOUND')
    await audit(context, scope, tx, { action: 'ussd.end', id, at })
  })
  return {}
}

/** Confirms the number that waits for this code; returns it, or `undefined` when none does. */
export async function confirmByCode(
  { db, clock }: Services,
  waiting: readonly UssdPhone[],
  code: string,
): Promise<UssdPhone | undefined> {
  const now = clock.now()
  const found = waiting.find(
    ({ id, code_hash: hash, code_ends_at: endsAt }) =>
      hash !== null &&
      endsAt !== null &&
      Date.parse(endsAt) > now &&
      isSameHash(hash, hashOneTimeCode(id, code)),
  )
  if (found === undefined) return undefined
  await inTransaction(db, async (tx) => {
    await confirmUssdPhone(tx, { companyId: found.company_id }, found, toInstant(now))
  })
  return found
}

async function audit(
  context: ServiceContext,
  { companyId }: CompanyScope,
  tx: Parameters<typeof insertAuditEntry>[0],
  { action, id, at }: { action: 'ussd.register' | 'ussd.end'; id: string; at: ReturnType<typeof toInstant> },
): Promise<void> {
  await insertAuditEntry(tx, { companyId, ...actedBy(context), at, action, subject: `ussd-phone:${id}` })
}
