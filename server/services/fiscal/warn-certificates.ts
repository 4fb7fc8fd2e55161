import { DAY_MS, dayText, fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { CERTIFICATE_WARNING_DAYS, daysLeft } from '#domain/fiscal/certificate.ts'
import { certificateEnds } from '../../messages/certificate-ends.ts'
import { renderMail } from '../../messages/render-mail.ts'
import { findCompany } from '../../storage/accounts/companies.ts'
import { listOwners } from '../../storage/accounts/users.ts'
import { findCertificate, listCompaniesToWarn, updateWarnedDays } from '../../storage/fiscal/certificates.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { upsertChanges } from '../../storage/sync/changes.ts'
import type { MailServices } from '../invoices/send-invoice-mails.ts'

/** Warns a company that its certificate ends: a notification with the note that it was given, then mail to its owners. */
async function warnCompany(services: MailServices, scope: CompanyScope, days: number): Promise<void> {
  const { db, clock } = services
  const at = toInstant(clock.now())
  const certificate = await findCertificate(db, scope, 'in_use')
  const company = await findCompany(db, scope)
  if (certificate === undefined || company === undefined) return
  const lastDay = fiscalDayOf(certificate.notAfter)
  const isFirst = await inTransaction(db, async (tx) => {
    if (!(await updateWarnedDays(tx, scope, certificate.id, days))) return false
    const notification = {
      event: 'certificate-ends',
      subject: certificate.id,
      label: lastDay,
      operatorId: null,
      at,
    } as const
    await upsertChanges(tx, scope, [{ t: 'company', id: scope.companyId, notification }])
    return true
  })
  if (!isFirst) return
  const facts = {
    company: company.company.name,
    serial: certificate.deviceSerial,
    day: dayText(lastDay),
    daysLeft: daysLeft(certificate.notAfter, at),
  }
  for (const owner of await listOwners(db, scope)) {
    const mail = renderMail(certificateEnds[owner.language](facts), owner.language)
    const { companyId } = scope
    const outcome = await services.mail.send({ id: services.newId(), companyId, to: owner.email, ...mail })
    if (outcome.kind !== 'sent')
      services.log({ event: 'mail-not-sent', about: 'certificate-ends', companyId, reason: outcome.reason })
  }
}

/**
 * Warns every company whose certificate ends within 60 or 14 days, once for each. A certificate that is found late gets
 * the nearer warning only. Any number of processes may run it.
 */
export async function warnCertificates(services: MailServices): Promise<void> {
  for (const days of CERTIFICATE_WARNING_DAYS.toReversed()) {
    const endsBefore = toInstant(services.clock.now() + (days + 1) * DAY_MS)
    for (const companyId of await listCompaniesToWarn(services.db, endsBefore, days)) {
      try {
        await warnCompany(services, { companyId }, days)
      } catch (error) {
        // The certificate of one company must not keep the others from being warned.
        services.log({ event: 'certificate-warning-failed', companyId, error })
      }
    }
  }
}
