import { renderMail } from '../../messages/render-mail.ts'
import { webhookStopped } from '../../messages/webhook-stopped.ts'
import { findCompany } from '../../storage/accounts/companies.ts'
import { listOwners } from '../../storage/accounts/users.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import type { StoredWebhook } from '../../storage/webhooks/webhooks.ts'
import type { MailServices } from '../invoices/send-invoice-mails.ts'

/**
 * Mails the owners of a company that an address was switched off: its program misses sales from now on. A sandbox has
 * no owners, and nothing there is missed.
 */
export async function reportStopped(
  services: MailServices,
  scope: CompanyScope,
  { url: address }: Pick<StoredWebhook, 'url'>,
  stoppedBy: 'gone' | 'failing',
): Promise<void> {
  const { db, mail, newId, log } = services
  const { companyId } = scope
  const company = await findCompany(db, scope)
  if (company === undefined) return
  const facts = { company: company.company.name, address, isGone: stoppedBy === 'gone' }
  for (const owner of await listOwners(db, scope)) {
    const message = renderMail(webhookStopped[owner.language](facts), owner.language)
    const outcome = await mail.send({ id: newId(), companyId, to: owner.email, ...message })
    if (outcome.kind !== 'sent')
      log({ event: 'mail-not-sent', about: 'webhook-stopped', companyId, reason: outcome.reason })
  }
}
