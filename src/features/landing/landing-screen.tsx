import './landing.css'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { Icon, type IconName } from '#ui/icon.tsx'

function Reason({ icon, title, text }: { icon: IconName; title: string; text: string }) {
  return (
    <li className="landing-reason">
      <span className="landing-picture">
        <Icon name={icon} size={22} />
      </span>
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
    </li>
  )
}

type Props = {
  readonly signedIn: boolean
  /** The registration form of a potential client; loaded when it is opened. */
  readonly registration: ReactNode
}

/** What Risiti is, what it costs, and links to sign in and register. */
export function LandingScreen({ signedIn, registration }: Props) {
  const { t } = useLingui()
  return (
    <div className="landing">
      <section className="landing-hero">
        <h1>{t`Fiscal receipts from your phone, with or without a connection`}</h1>
        <p>
          {t`Write the invoice, give the receipt, keep selling. Risiti saves every sale on your phone and sends it to TRA as soon as you are online.`}
        </p>
        <Link className="button" to={signedIn ? '/dashboard' : '/login'}>
          {signedIn ? t`Go to your dashboard` : t`Log in`}
        </Link>
      </section>
      <ul className="landing-reasons">
        <Reason
          icon="offline"
          title={t`Works offline`}
          text={t`Keep selling when the network is down. Nothing is lost.`}
        />
        <Reason
          icon="seal"
          title={t`Receipts with code and QR`}
          text={t`Every receipt carries its verification code and a QR code that your customer can check.`}
        />
        <Reason
          icon="globe"
          title={t`Kiswahili and English`}
          text={t`Switch language at any time, even offline.`}
        />
      </ul>
      <section className="landing-prices" aria-labelledby="prices">
        <h2 id="prices">{t`Price`}</h2>
        <dl>
          <div>
            <dt>{t`Annual subscription`}</dt>
            <dd>Tsh 59,000</dd>
          </div>
          <div>
            <dt>{t`Installation`}</dt>
            <dd>Tsh 121,000</dd>
          </div>
        </dl>
        <p>{t`Prices exclude 18 percent VAT`}</p>
        <p>{t`Account activation takes 2 working days.`}</p>
      </section>
      <section className="landing-register" id="register" aria-label={t`Request registration`}>
        {registration ? (
          <>
            <h2>{t`Request registration`}</h2>
            <Suspense>{registration}</Suspense>
          </>
        ) : (
          <Link className="button" to="/" hash="register">
            {t`Request registration`}
          </Link>
        )}
        <Link className="button button-quiet" to="/contact-us">
          {t`Contact us`}
        </Link>
      </section>
    </div>
  )
}
