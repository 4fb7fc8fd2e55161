import './landing.css'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { type PICTURES, picturePath } from '#domain/app/pictures.ts'
import type { PriceTexts } from '#domain/subscription/price-texts.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { PriceTable } from './price-table.tsx'
import { shownPrices } from './shown-prices.ts'

function Reason({ icon, title, text }: { icon: IconName; title: string; text: string }) {
  return (
    <li className="landing-reason">
      <span className="landing-picture">
        <Icon name={icon} size={22} />
      </span>
      <div>
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
    </li>
  )
}

/** A real screen of the app, taken by `scripts/dev/pictures.mjs`; its place is reserved before it arrives. */
function Picture({ name, alt, late }: { name: (typeof PICTURES)[number]; alt: string; late?: boolean }) {
  const { i18n } = useLingui()
  return (
    <img
      src={picturePath(name, i18n.locale)}
      alt={alt}
      width={360}
      height={740}
      {...(late ? { loading: 'lazy', decoding: 'async' } : { fetchPriority: 'high' })}
    />
  )
}

type Props = {
  readonly signedIn: boolean
  /** The registration form of a potential client; loaded when it is opened. */
  readonly registration: ReactNode
  /** Absent in the app, which reads them from its page. */
  readonly prices: PriceTexts | undefined
}

/** What Risiti does, what it costs, how it begins, and whom to call (spec §1, §2). Readable without any script. */
export function LandingScreen({ signedIn, registration, prices }: Props) {
  const { t } = useLingui()
  const [shown] = useState(() => prices ?? shownPrices(document))
  return (
    <div className="landing">
      <section className="landing-hero">
        <div className="landing-words">
          <h1>{t`Fiscal receipts from your phone, with or without a connection`}</h1>
          <p>
            {t`Write the invoice, give the receipt, keep selling. Risiti saves every sale on your phone and sends it to TRA as soon as you are online.`}
          </p>
          <Link className="button" to={signedIn ? '/dashboard' : '/login'}>
            {signedIn ? t`Go to your dashboard` : t`Log in`}
          </Link>
          <Link className="button button-quiet" to="/" hash="register">
            {t`Request registration`}
          </Link>
        </div>
        <Picture name="counter" alt={t`The screen of a sale: two items and the total`} />
      </section>
      <section aria-labelledby="how">
        <h2 id="how">{t`How a sale goes`}</h2>
        <ol>
          <li>{t`Tap the items and the amount your customer pays.`}</li>
          <li>{t`Print the receipt or send it by WhatsApp or email.`}</li>
          <li>{t`Risiti sends it to TRA. Without a connection it waits on your phone and is sent automatically later.`}</li>
        </ol>
      </section>
      <section className="landing-hero" aria-labelledby="why">
        <Picture name="receipt" alt={t`A receipt with its verification code and QR code`} late />
        <div className="landing-words">
          <h2 id="why">{t`Made for a small shop`}</h2>
          <ul className="landing-reasons">
            <Reason
              icon="offline"
              title={t`Works offline`}
              text={t`Keep selling when the network is down. Every sale is kept on the phone.`}
            />
            <Reason
              icon="seal"
              title={t`Receipts with code and QR`}
              text={t`Every receipt carries its verification code and a QR code that your customer can check.`}
            />
            <Reason
              icon="paper"
              title={t`Sales, VAT and debts`}
              text={t`See what you sold, the VAT in it and who owes you, and take it along as Excel or PDF.`}
            />
            <Reason
              icon="phone"
              title={t`The phone you have`}
              text={t`Opens in the browser of a phone or a computer. No other machine is needed.`}
            />
            <Reason
              icon="globe"
              title={t`Kiswahili and English`}
              text={t`Switch language at any time, even offline.`}
            />
          </ul>
        </div>
      </section>
      <section className="landing-prices" aria-labelledby="prices">
        <h2 id="prices">{t`Price`}</h2>
        <PriceTable prices={shown} />
        <p>{t`Account activation takes 2 working days.`}</p>
        <p>
          {t`From a phone without internet:`} <a href="tel:*148*09%23">*148*09#</a>
        </p>
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
      <nav className="public-menu" aria-label={t`Help and legal`}>
        <Link to="/help">{t`Help`}</Link>
        <Link to="/help/FAQs">{t`Frequently asked questions`}</Link>
        <Link to="/help/license-agreement">{t`Licence agreement`}</Link>
        <Link to="/help/privacy-policy">{t`Privacy policy`}</Link>
      </nav>
    </div>
  )
}
