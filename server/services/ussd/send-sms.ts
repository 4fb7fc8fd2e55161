import { dayText, toInstant } from '#domain/calendar/east-africa.ts'
import { phoneText } from '#domain/identity/phone.ts'
import { type UssdSms, ussdSmsText } from '#domain/ussd/ussd-sms.ts'
import type { SmsGateway } from '../../gateways/sms/gateway.ts'
import { findCompany } from '../../storage/accounts/companies.ts'
import { findInvoice } from '../../storage/invoices/invoices.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { findUssdPhone } from '../../storage/ussd/phones.ts'
import { claimUssdSms, listDueUssdSms, type StoredSms, updateUssdSms } from '../../storage/ussd/sms.ts'
import type { Services } from '../context.ts'

const MAX_BATCH_SIZE = 20
/** Three attempts in ten minutes; then the message has failed. The receipt code was the answer of the call already. */
const RETRY_DELAYS_MS: readonly number[] = [60_000, 9 * 60_000]

/** What a message is about, as it is when it is sent; `undefined`: it is gone. */
async function contentOf(
  { db }: Services,
  scope: CompanyScope,
  { kind, subject_id: subject }: StoredSms,
): Promise<UssdSms | undefined> {
  if (kind === 'pin-locked') {
    const number = await findUssdPhone(db, scope, subject)
    return number && { kind, number: phoneText(number.phone) }
  }
  const invoice = await findInvoice(db, scope, subject)
  if (!invoice?.receipt) return undefined
  const { rctvnum: code, issuedDay, verifyUrl } = invoice.receipt
  if (kind === 'refused') return { kind, code }
  const found = await findCompany(db, scope)
  const total = invoice.totals.totalIncludingTax
  return found && { kind, company: found.company.name, code, total, day: dayText(issuedDay), verifyUrl }
}

async function sendOne(
  services: Services,
  gateway: SmsGateway,
  scope: CompanyScope,
  sms: StoredSms,
): Promise<void> {
  const { db, clock, log } = services
  const content = await contentOf(services, scope, sms)
  if (!(await claimUssdSms(db, scope, sms.id))) return
  const outcome = content
    ? await gateway.send({ id: sms.id, to: sms.to_phone, text: ussdSmsText(content, sms.language) })
    : { kind: 'refused' as const, reason: 'its subject is gone' }
  const delay = RETRY_DELAYS_MS[sms.attempts]
  if (outcome.kind === 'sent') {
    await updateUssdSms(db, scope, sms.id, { state: 'sent', provider_id: outcome.providerId })
  } else if (outcome.kind === 'later' && delay !== undefined) {
    const next = toInstant(clock.now() + delay)
    await updateUssdSms(db, scope, sms.id, {
      state: 'waiting',
      next_attempt_at: next,
      reason: outcome.reason,
    })
  } else {
    const state = outcome.kind === 'unknown' ? 'unknown' : 'failed'
    await updateUssdSms(db, scope, sms.id, { state, reason: outcome.reason })
  }
  log({ event: 'ussd-sms', smsId: sms.id, kind: sms.kind, outcome: outcome.kind })
}

/** Sends the text messages that a company has due. Several processes may do it at once: one takes each message. */
export async function sendUssdSms(
  services: Services,
  gateway: SmsGateway | null,
  companyId: string,
  shouldContinue: () => boolean = () => true,
): Promise<void> {
  const scope = { companyId }
  const now = toInstant(services.clock.now())
  for (const sms of await listDueUssdSms(services.db, scope, now, MAX_BATCH_SIZE)) {
    if (!shouldContinue()) return
    if (gateway) await sendOne(services, gateway, scope, sms)
    else await updateUssdSms(services.db, scope, sms.id, { state: 'failed', reason: 'no provider is set' })
  }
}
