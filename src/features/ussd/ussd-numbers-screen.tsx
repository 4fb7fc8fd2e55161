import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useAppContext } from '#app-context/app-context.ts'
import { OwnNumbers } from './own-numbers.tsx'

/** How a number is registered, and the numbers of feature phones that sell for this person (spec §2). */
export function UssdNumbersScreen() {
  const { t } = useLingui()
  const { session } = useAppContext()
  return (
    <div className="page stack">
      <h1>{t`Numbers for USSD`}</h1>
      <p>{t`A registered number issues invoices in your name from any phone, without internet.`}</p>
      <Link className="link-button" to="/ussd">{t`USSD guide`}</Link>
      <section className="card stack">
        <h2 className="section-title">{t`What keeps it safe`}</h2>
        <p>{t`Every invoice and every cancellation asks for the PIN. After three wrong PINs the number is locked until you register it again here.`}</p>
        <p>{t`Lost phone or SIM: end the number here at once. The SIM alone issues nothing: it needs your PIN.`}</p>
        <p>{t`Networks give unused numbers to other people: after 90 days without its PIN, register the number again here.`}</p>
      </section>
      {session.user.company_id === null ? (
        <p className="notice">{t`Only people of a company can register numbers.`}</p>
      ) : (
        <OwnNumbers />
      )}
    </div>
  )
}
