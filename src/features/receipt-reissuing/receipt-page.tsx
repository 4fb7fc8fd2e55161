import { useLingui } from '@lingui/react/macro'
import { useCallback, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { ReceiptPaper } from '#blocks/receipt/receipt-paper.tsx'
import { RecordPage } from '#blocks/server-list/record-page.tsx'
import { useServerAnswer } from '#blocks/server-list/use-server-answer.ts'
import { StatusPill } from '#blocks/status-pill/status-pill.tsx'
import type { Reissuable } from '#contract/receipt-endpoints.ts'
import { dayText, fiscalDayOf, fiscalTimeOf } from '#domain/calendar/east-africa.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { receiptLines } from '#domain/receipts/receipt-lines.ts'
import { isReissuable } from '#domain/receipts/reissue.ts'
import { receiptMessages } from '#i18n/receipt-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CopyForm } from './copy-form.tsx'
import { SaveCopy } from './save-copy.tsx'

type Props = { readonly companyId: string; readonly id: string; readonly onBack: () => void }

/** One receipt: what is on it, the copies given out, and the form that gives out another one. */
export function ReceiptPage({ companyId, id, onBack }: Props) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const [given, setGiven] = useState<number>()
  const answer = useServerAnswer(
    useCallback(
      async () => loadedFrom(await call('receipts.read', { companyId, id })),
      [call, companyId, id],
    ),
  )
  const found = answer.value
  const invoice = found?.invoice
  return (
    <RecordPage
      backLabel={t`Receipt re-issuing`}
      onBack={onBack}
      answer={answer}
      title={invoice?.receipt?.rctvnum}
      status={invoice ? <StatusPill status={invoice.status} /> : null}
      facts={
        found
          ? [
              { name: t`Company`, value: found.company.name },
              { name: t`Date`, value: invoice?.receipt ? dayText(invoice.receipt.issuedDay) : '' },
              { name: t`Customer`, value: found.invoice.customer.name || t`Walk-in customer` },
              { name: t`Including VAT`, value: moneyText(found.invoice.totals.totalIncludingTax) },
            ]
          : []
      }
      actions={null}
    >
      {found === undefined ? null : (
        <>
          {given === undefined ? (
            isReissuable(found.invoice) ? (
              <CopyForm
                of={{ companyId, id }}
                onGiven={(next) => {
                  answer.replace(next)
                  setGiven(next.reissues[0]?.number)
                }}
              />
            ) : (
              <p className="notice">{t`TRA does not have this receipt yet. Wait until it is issued`}</p>
            )
          ) : (
            <SaveCopy of={found} number={given} />
          )}
          <Copies reissues={found.reissues} />
          <Paper of={found} />
        </>
      )}
    </RecordPage>
  )
}

function Copies({ reissues }: Pick<Reissuable, 'reissues'>) {
  const { t } = useLingui()
  return (
    <section className="card stack" aria-labelledby="copies-given">
      <h2 className="section-title" id="copies-given">{t`Copies given out`}</h2>
      {reissues.length === 0 ? <p className="dim">{t`None yet.`}</p> : null}
      {reissues.map(({ id, number, at, by, reason }) => (
        <p key={id} style={{ overflowWrap: 'anywhere' }}>
          <strong>{t`Copy ${number}`}</strong> {reason}
          <br />
          <span className="dim small">
            {`${dayText(fiscalDayOf(at))} ${fiscalTimeOf(at)}`} · {by}
          </span>
        </p>
      ))}
    </section>
  )
}

/** The receipt as its copy will look. */
function Paper({ of: { invoice, company } }: { readonly of: Reissuable }) {
  const { t } = useLingui()
  const translate = useTranslate()
  return (
    <ReceiptPaper
      lines={receiptLines({ invoice, company, copy: true }, receiptMessages(translate))}
      size="screen"
      label={t`Receipt`}
      qrLabel={t`QR code to verify this receipt`}
    />
  )
}
