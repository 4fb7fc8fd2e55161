import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useAppContext } from '#app-context/app-context.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { dialedCode } from '#domain/ussd/ussd-code.ts'
import { UssdTryOut } from './ussd-try-out.tsx'

/** How invoices are issued by USSD, with a phone to try it on (spec §2). */
export function UssdGuideScreen() {
  const { t } = useLingui()
  const { session } = useAppContext()
  const dial = dialedCode(session.settings ?? DEFAULT_SETTINGS)
  const printed = dial.replace(/^\*/, '')
  return (
    <div className="page stack">
      <h1>{t`USSD guide`}</h1>
      <p>{t`Issue fiscal receipts from any phone, without internet and without the app.`}</p>
      <a className="link-button" href={`tel:${dial.replaceAll('#', '%23')}`}>{t`Dial ${dial}`}</a>
      <p className="dim">{t`Also printed as ${printed}: dial it with the star.`}</p>
      <Link className="link-button" to="/auth-ussd">{t`Register a number`}</Link>
      <section className="card stack">
        <h2 className="section-title">{t`Issue an invoice`}</h2>
        <ol>
          <li>{t`Dial ${dial} and answer 1 for a new invoice.`}</li>
          <li>{t`Choose the item, or 5 for one that is not on the list.`}</li>
          <li>{t`Enter the amount with VAT, for example 7500, or 3x2500 for three pieces.`}</li>
          <li>{t`Choose how it was paid, and enter the TIN of the customer or 0.`}</li>
          <li>{t`Check the figures and enter your PIN. The receipt code is the answer.`}</li>
        </ol>
      </section>
      <section className="card stack">
        <h2 className="section-title">{t`When the call breaks off`}</h2>
        <p>{t`Before the PIN: dial again within 15 minutes and go on with the same invoice.`}</p>
        <p>{t`After the PIN: dial again. If the invoice was submitted, the answer is its code; it is never issued twice.`}</p>
        <p>{t`A call lasts about three minutes, and each answer about 30 seconds.`}</p>
      </section>
      <section className="card stack">
        <h2 className="section-title">{t`Menu`}</h2>
        <ol>
          <li>{t`New invoice`}</li>
          <li>{t`My invoices: the last nine, with their codes`}</li>
          <li>{t`Today's sales: number, total, VAT`}</li>
          <li>{t`Cancel an invoice: reason and PIN`}</li>
          <li>{t`Change the language`}</li>
          <li>{t`Help`}</li>
        </ol>
        <p>{t`99 goes back one step, 0 leaves.`}</p>
      </section>
      <UssdTryOut dial={dial} />
    </div>
  )
}
