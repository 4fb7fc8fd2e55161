import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useAppContext } from '#app-context/app-context.ts'
import { type MenuEntry, useMenu } from '#app-context/use-menu.ts'
import { useRoleName } from '#app-context/use-role-name.ts'
import type { MenuPath } from '#domain/permissions/menus.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/icon.tsx'
import classes from './administration-home.module.css'

/** The purpose of a menu entry, in a sentence. */
const PURPOSES: Partial<Record<MenuPath, MessageDescriptor>> = {
  '/companies': msg`The companies that issue receipts, their details and whether they are active.`,
  '/organizations': msg`Who the companies belong to: a name, an owner and how to reach the owner.`,
  '/operators': msg`The people who sell: add them, change their details, disable or enable them.`,
  '/users': msg`Everybody who can log in, and for which company.`,
  '/potential-clients': msg`Requests from people who would like to use Risiti.`,
  '/invoices-report': msg`What the companies sold: totals, invoices, and an Excel file.`,
  '/receipt-reissuing': msg`Give out another copy of a receipt of your companies, with the reason.`,
  '/welcome': msg`What is done and what is next, up to the first receipt.`,
  '/cms-tax-tips': msg`Advice on tax, for everybody who uses Risiti.`,
  '/profile': msg`Your name, your email and your phone number.`,
  '/settings': msg`How Risiti looks and what it tells you on this phone.`,
  '/change-password': msg`Choose a new password for your account.`,
  '/tax-tips': msg`Advice on tax, as everybody reads it.`,
  '/updates': msg`What each version brought.`,
  '/help': msg`Questions and answers, and how everything works.`,
  '/contact-us': msg`Ask us something or tell us what does not work.`,
}

function Places({ id, title, places }: { id: string; title: string; places: readonly MenuEntry[] }) {
  const translate = useTranslate()
  return (
    <section aria-labelledby={id}>
      <h2 className="section-title" id={id}>
        {title}
      </h2>
      <ul className={classes.places}>
        {places.map(({ to, label, icon }) => {
          const purpose = PURPOSES[to]
          return (
            <li key={to}>
              <Link to={to} className={classes.place}>
                <span className={classes.picture}>
                  <Icon name={icon} size={22} />
                </span>
                <span className={classes.words}>
                  <strong>{label}</strong>
                  {purpose ? <span className="dim small">{translate(purpose)}</span> : null}
                </span>
                <Icon name="next" size={16} />
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The start page of administrators, who sell nothing: what can be done, and where. */
export function AdministrationHome() {
  const { t } = useLingui()
  const { session } = useAppContext()
  const roleName = useRoleName()
  const { places, more } = useMenu()
  const { firstName, username, user_type: userType } = session.user
  const greeting = firstName || username
  const work = places.filter(({ to }) => to !== '/dashboard')
  return (
    <div className="page stack">
      <div>
        <h1 className={classes.hello}>{t`Welcome, ${greeting}`}</h1>
        <p className="dim">
          {roleName(userType)}. {t`Administration needs a connection; it shows what the server holds.`}
        </p>
      </div>
      {work.length === 0 ? null : <Places id="work" title={t`What you can do`} places={work} />}
      <Places id="account" title={t`Your account`} places={more} />
    </div>
  )
}
