import { useLingui } from '@lingui/react/macro'
import { useToday } from '#app-context/app-context.ts'
import type { PendingMail } from '#data/pending-documents.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { formatMoment } from '#i18n/format-dates.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { mailStateIcon, mailStateName } from './mail-state.ts'
import classes from './receipt.module.css'

type HistoryEntry = {
  readonly id: string
  readonly to: string
  readonly when: string
  readonly icon: IconName
  readonly state: string
  readonly bad: boolean
}

type Props = {
  readonly row: InvoiceRow
  /** Those that this phone has not sent yet. */
  readonly pending: readonly PendingMail[]
}

/** E-mails of an invoice, newest first, including those not sent yet. Nothing when there are none. */
export function MailHistory({ row, pending }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const today = useToday()
  const lines: HistoryEntry[] = [
    ...(row.mails ?? []).map((mail) => ({
      id: mail.id,
      to: mail.to,
      when: formatMoment(mail.changedAt, today, translate),
      icon: mailStateIcon(mail),
      state: translate(mailStateName(mail)),
      bad: mail.state === 'failed' || mail.state === 'bounced',
    })),
    ...pending.map((mail) => ({
      id: mail.id,
      to: mail.to,
      when: formatMoment(mail.at, today, translate),
      icon: mail.code === null ? ('clock' as const) : ('alert' as const),
      state: mail.code === null ? t`Waiting on this phone` : translate(errorMessage(mail.code)),
      bad: mail.code !== null,
    })),
  ].reverse()
  if (lines.length === 0) return null
  return (
    <section aria-label={t`Emails for this invoice`}>
      <h3 className="section-title">{t`Emails for this invoice`}</h3>
      <ul className={classes.mails}>
        {lines.map((line) => (
          <li key={line.id} data-bad={line.bad}>
            <Icon name={line.icon} size={18} />
            <span>
              <strong>{line.to}</strong>
              <span>{line.state}</span>
            </span>
            <span className="dim small">{line.when}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
