import { toInstant } from '#domain/calendar/east-africa.ts'
import {
  checkRegistration,
  normalizeRegistration,
  type RegistrationForm,
} from '#domain/potential-clients/check-registration.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { insertContactMessage } from '../../storage/clients/contact-messages.ts'
import {
  findClientEmail,
  insertPotentialClient,
  isEmailRegistered,
} from '../../storage/clients/potential-clients.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { AuthServices } from '../auth/auth-services.ts'
import { mailToProvider } from '../contact/send-contact-message.ts'
import { actedBy, type ServiceContext } from '../context.ts'
import { refuseFields } from '../operations/refuse-fields.ts'

/**
 * Stores a request to be registered, for the provider to call back; returns the id. `createdBy` is the user who
 * entered it, `null` for the person's own request. The provider gets a mail of it, but for what its own staff entered.
 * A request that is repeated because its answer was lost is stored once.
 * Refuses fields by spec §5, Registration, and an address that has an account or already a request (spec §8).
 */
export async function requestRegistration(
  services: AuthServices,
  typed: RegistrationForm & { readonly id?: string | undefined },
  createdBy: ServiceContext | null,
): Promise<string> {
  const form = normalizeRegistration(typed)
  refuseFields(checkRegistration(form))
  const known = typed.id === undefined ? undefined : await findClientEmail(services.db, typed.id)
  if (typed.id !== undefined && known === form.email) return typed.id
  if (await isEmailRegistered(services.db, form.email)) {
    refuseFields([{ path: 'email', code: 'ACCOUNT_EMAIL_REGISTERED' }])
  }
  // The form was changed after the lost answer: another request.
  const id = known === undefined ? (typed.id ?? services.newId()) : services.newId()
  const at = toInstant(services.clock.now())
  const notice =
    createdBy?.actor.userType === 'platform_admin'
      ? undefined
      : { ...noticeOf(form), id: services.newId(), created_at: at }
  await inTransaction(services.db, async (tx) => {
    await insertPotentialClient(tx, {
      id,
      full_name: form.fullName,
      email: form.email,
      phone: form.phone,
      company_name: form.companyName,
      tin: form.tin,
      promo_code: form.promoCode,
      created_at: at,
      created_by: createdBy?.actor.userId ?? null,
      changed_at: at,
    })
    if (notice) await insertContactMessage(tx, notice)
    if (createdBy === null) return
    await insertAuditEntry(tx, {
      companyId: null,
      ...actedBy(createdBy),
      at,
      action: 'potential-client.create',
      subject: `potential-client:${id}`,
    })
  })
  if (notice) await mailToProvider(services, notice)
  return id
}

/** What the provider reads of a request, who has two working days to call back (spec §9, set-up time). */
function noticeOf({ fullName, email, phone, companyName, tin, promoCode }: RegistrationForm) {
  const message = [
    'Asks to be registered.',
    `Company: ${companyName}`,
    `TIN: ${tin}`,
    ...(promoCode === '' ? [] : [`Promotion code: ${promoCode}`]),
  ].join('\n')
  return { full_name: fullName, email, phone, message }
}
