import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useAppContext, useSendsImmediately } from '#app-context/app-context.ts'
import { PrintButton } from '#blocks/receipt/print-button.tsx'
import { ShareButton } from '#blocks/receipt/share-button.tsx'
import { StatusPill } from '#blocks/status-pill/status-pill.tsx'
import { findInvoice } from '#data/invoices.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { paidTotal } from '#domain/invoices/check-invoice.ts'
import { type Cents, minusCents } from '#domain/money/cents.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/icon.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { useNewVersion } from '#ui/new-version.ts'
import { usePorts } from '#ui/ports.ts'
import { saleNews } from '../problem-code.ts'
import classes from './sold.module.css'

/** Rarely needed. */
const InstallAsk = lazyComponent(async () => (await import('#blocks/install/install-offer.tsx')).InstallOffer)
const UpdateOffer = lazyComponent(
  async () => (await import('#blocks/update-offer/update-offer.tsx')).UpdateOffer,
)

type Props = {
  /** The invoice as saved. */
  readonly sold: InvoiceRow
  /** To give back to the customer. */
  readonly change: Cents
}

/** The sale is saved: the change due, then the receipt, then the next sale. */
export function SoldScreen({ sold, change }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { db } = useAppContext()
  const sendsImmediately = useSendsImmediately()
  const update = useNewVersion((state) => state.update)
  const row = useLiveQuery(() => findInvoice(db, sold.id), [db, sold.id]) ?? sold
  const { newId } = usePorts()
  // With the draft's id in the address: the address without one would redirect.
  const [draft] = useState(newId)
  const next = useRef<HTMLAnchorElement>(null)
  useEffect(() => next.current?.focus({ preventScroll: true }), [])
  const total = row.totals.totalIncludingTax
  const news = saleNews(row)
  const amountDue = minusCents(total, paidTotal(row.payments))
  return (
    <div className={classes.sold}>
      <div className={classes.news} role="status">
        {news.kind === 'issued' || news.kind === 'waiting' ? (
          <span className={classes.seal}>
            <Icon name="check" size={32} />
          </span>
        ) : null}
        {change > 0 ? (
          <>
            <p>{t`Change`}</p>
            <p className={classes.change}>{moneyText(change)}</p>
            <p className="dim">{t`Total ${moneyText(total)}`}</p>
          </>
        ) : (
          <>
            <p>{t`Total`}</p>
            <p className={classes.total}>{moneyText(total)}</p>
            {amountDue > 0 ? (
              <p className={classes.left}>{t`Not paid yet: ${moneyText(amountDue)}`}</p>
            ) : null}
          </>
        )}
        {news.kind === 'ended' ? null : news.kind === 'stopped' ? (
          <div className="notice" data-tone="bad">
            <Icon name="alert" />
            <div>
              <strong>{translate(errorMessage(news.code))}</strong>
              <div>{t`The sale is saved but was not accepted. Open the receipt to fix it.`}</div>
            </div>
          </div>
        ) : (
          <p className="dim">
            {news.kind === 'issued'
              ? t`Saved on this phone. TRA has issued the receipt`
              : sendsImmediately
                ? t`Saved on this phone. It is being sent to TRA`
                : t`Saved on this phone. It will be sent when you are online`}
          </p>
        )}
        <StatusPill status={row.shown} />
      </div>
      <h1 className="visually-hidden">{t`Sale finished`}</h1>
      {/* What arrives late stands above the links, which stay where the thumb expects them. */}
      <Suspense>
        {update ? <UpdateOffer db={db} update={update} /> : null}
        <InstallAsk db={db} />
      </Suspense>
      <Link to="/invoice/$id" params={{ id: row.id }} className={classes.receipt}>
        {t`Open the receipt`}
        <Icon name="next" size={16} />
      </Link>
      <div className={classes.ways}>
        <PrintButton db={db} invoiceId={row.id} variant="default" />
        <ShareButton db={db} invoiceId={row.id} variant="default" />
        <Link to="/new-invoice" search={{ draft }} ref={next} className={`button ${classes.next}`}>
          <Icon name="plus" />
          {t`New sale`}
        </Link>
      </div>
    </div>
  )
}
