import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { SubscriptionPaymentList } from '#blocks/subscription/payment-list.tsx'
import { SubscriptionStatusLine } from '#blocks/subscription/subscription-status.tsx'
import type { Subscription } from '#contract/subscription-endpoints.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { whatsappUrl } from '#domain/contact/provider-contact.ts'
import { phoneText } from '#domain/identity/phone.ts'
import { percentText } from '#domain/money/basis-points.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { priceOf } from '#domain/subscription/prices.ts'
import { isInstallationDue, subscriptionState } from '#domain/subscription/subscription.ts'
import { formatMoment } from '#i18n/format-dates.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { LoadFailure } from '#ui/load-failure.tsx'
import { useSubscription } from './use-subscription.ts'

/** What the company paid for Risiti until when, what is due and how to pay (spec §2, /payment); offline as last read. */
export function PaymentScreen() {
  const { t } = useLingui()
  const translate = useTranslate()
  const { company } = useAppContext()
  const today = useToday()
  const { shown, failed } = useSubscription()
  const readAt = shown && formatMoment(toInstant(shown.readAt), today, translate)
  return (
    <div className="page stack" aria-busy={shown === undefined && failed === undefined}>
      <h1>{t`Payment`}</h1>
      {failed === undefined ? null : shown === undefined ? (
        <LoadFailure code={failed} offline={t`This page did not load. Connect and open it again.`} />
      ) : (
        <LoadFailure
          code={failed}
          offline={t`You are offline. This is the state of ${readAt}.`}
          kept={t`This is the state of ${readAt}.`}
        />
      )}
      {shown === undefined ? null : (
        <>
          {company === null ? (
            <section className="card stack">
              <p>{t`Payments are shown on the page of each company.`}</p>
              <Link to="/companies" className="link-button">{t`Companies`}</Link>
            </section>
          ) : (
            <StateSection answer={shown.answer} />
          )}
          <PriceSection answer={shown.answer} />
          <WaysSection answer={shown.answer} />
          {company === null ? null : (
            <section className="card stack" aria-labelledby="payment-list">
              <h2 className="section-title" id="payment-list">{t`Payments so far`}</h2>
              <SubscriptionPaymentList payments={shown.answer.payments} />
              {shown.answer.payments.length === 0 ? null : (
                <Button variant="default" onClick={() => window.print()}>{t`Print this page`}</Button>
              )}
            </section>
          )}
        </>
      )}
    </div>
  )
}

/** What is paid, and what is due now. */
function StateSection({ answer: { payments, prices } }: { readonly answer: Subscription }) {
  const { t } = useLingui()
  const { company } = useAppContext()
  const state = subscriptionState(payments, useToday())
  const due = {
    years: state.status === 'paid' ? 0 : 1,
    installation: isInstallationDue(state),
  }
  const sum = moneyText(priceOf(prices, due).gross)
  return (
    <section className="card stack" aria-labelledby="payment-state">
      <h2 className="section-title" id="payment-state">
        {company?.name}
      </h2>
      <SubscriptionStatusLine state={state} />
      {due.years === 0 ? (
        <p>{t`Nothing is due now.`}</p>
      ) : (
        <p>
          {due.installation
            ? t`To pay: ${sum}, VAT included, for the installation and the first year.`
            : t`To pay: ${sum}, VAT included, for the next year.`}
        </p>
      )}
      <p className="dim small">{t`You can go on selling: a late payment alone stops nothing.`}</p>
    </section>
  )
}

function PriceSection({ answer: { prices } }: { readonly answer: Subscription }) {
  const { t } = useLingui()
  const rate = percentText(prices.vat)
  const rows = [
    { name: t`Annual subscription`, price: priceOf(prices, { years: 1, installation: false }) },
    { name: t`Installation, once`, price: priceOf(prices, { years: 0, installation: true }) },
  ]
  return (
    <section className="card stack" aria-labelledby="payment-prices">
      <h2 className="section-title" id="payment-prices">{t`Price`}</h2>
      <dl className="stack">
        {rows.map(({ name, price }) => {
          const net = moneyText(price.net)
          const tax = moneyText(price.tax)
          return (
            <div key={name}>
              <dt>{name}</dt>
              <dd style={{ margin: 0 }}>
                <strong>{moneyText(price.gross)}</strong>{' '}
                <span className="dim small">{t`${net} and ${rate} percent VAT, ${tax}`}</span>
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}

function WaysSection({ answer: { payTo, contact } }: { readonly answer: Subscription }) {
  const { t } = useLingui()
  const { company } = useAppContext()
  const { phone, email, whatsapp } = contact
  const tin = company?.tin
  return (
    <section className="card stack" aria-labelledby="payment-ways">
      <h2 className="section-title" id="payment-ways">{t`How to pay`}</h2>
      {payTo.length === 0 ? (
        <p>{t`Ask us where to pay:`}</p>
      ) : (
        <>
          <ul>
            {payTo.map((way) => (
              <li key={way} style={{ overflowWrap: 'anywhere' }}>
                <strong>{way}</strong>
              </li>
            ))}
          </ul>
          {tin === undefined ? null : <p>{t`Write your TIN ${tin} as the reference.`}</p>}
          <p>{t`We record the payment when the money has arrived. Questions:`}</p>
        </>
      )}
      <div className="actions">
        {phone === null ? null : (
          <a className="link-button" href={`tel:${phone}`}>
            {phoneText(phone)}
          </a>
        )}
        {whatsapp === null ? null : (
          <a className="link-button" href={whatsappUrl(whatsapp)} rel="noreferrer">
            WhatsApp
          </a>
        )}
        {email === null ? null : (
          <a className="link-button" href={`mailto:${email}`}>
            {email}
          </a>
        )}
      </div>
    </section>
  )
}
