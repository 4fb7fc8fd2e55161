import { useLingui } from '@lingui/react/macro'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { isEditingPath } from '#domain/app/editing-path.ts'
import { instantMs } from '#domain/calendar/east-africa.ts'
import { queryText } from '#domain/permissions/read-query.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import type { AccountStatus } from '#sync/status.ts'
import { Icon } from '#ui/icon.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { useNewVersion } from '#ui/new-version.ts'
import { usePorts } from '#ui/ports.ts'
import classes from './banners.module.css'

/** Rarely needed. */
const UpdateOffer = lazyComponent(
  async () => (await import('#blocks/update-offer/update-offer.tsx')).UpdateOffer,
)

/** Rarely needed. */
const LostWorkNotice = lazyComponent(async () => (await import('./lost-work-notice.tsx')).LostWorkNotice)

const HOUR_MS = 60 * 60 * 1000
/** Unsent work older than this gets a notice, and then a warning: the authority does not know the sale yet. */
const WAIT_MS = 12 * HOUR_MS
const LONG_WAIT_MS = 24 * HOUR_MS

/** What a user must know before going on: the company is blocked, the login ended, work waits for too long. */
export function Banners({ status }: { status: AccountStatus | undefined }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { clock } = usePorts()
  const { db, company, blocked, signOut } = useAppContext()
  const navigate = useNavigate()
  const { href, pathname } = useLocation()
  const oldest = status?.oldestPendingAt
  const update = useNewVersion((state) => state.update)
  const waitedMs = oldest ? clock.now() - instantMs(oldest) : 0
  // A user who still counts as logged in on this phone would be redirected from the login page.
  const logInAgain = async () => {
    await signOut()
    await navigate({ href: `/login${queryText([['next', href]])}` })
  }
  return (
    <div className={classes.banners}>
      {blocked ? (
        <div className="notice" data-tone="bad" role="alert">
          <Icon name="ban" />
          <div>
            <strong>{t`Company blocked by TRA`}</strong>
            {translate(errorMessage('COMPANY_BLOCKED_BY_TRA'))}{' '}
            <Link to="/contact-us" className={classes.way}>{t`Contact us`}</Link>
            {company?.blockedReason ? <div className="small">TRA: {company.blockedReason}</div> : null}
          </div>
        </div>
      ) : null}
      {status?.online === 'paused-login' ? (
        <div className="notice" role="status">
          <Icon name="lock" />
          <div>
            {t`Your session has ended. Please log in again`}{' '}
            <button type="button" className="text-button" onClick={() => void logInAgain()}>
              {t`Log in`}
            </button>
          </div>
        </div>
      ) : null}
      <Suspense>
        {status?.lostCount ? <LostWorkNotice db={db} /> : null}
        {update && !isEditingPath(pathname) ? <UpdateOffer db={db} update={update} /> : null}
      </Suspense>
      {waitedMs > WAIT_MS ? (
        <div className="notice" {...(waitedMs > LONG_WAIT_MS ? { 'data-tone': 'bad' } : {})} role="status">
          <Icon name="clock" />
          <div>
            {waitedMs > LONG_WAIT_MS
              ? t`Some records have not been sent for more than a day. Find a connection and keep the app open.`
              : t`Some records have not been sent for more than 12 hours. Keep the app open where there is a connection.`}{' '}
            <Link to="/sync" className={classes.way}>{t`See unsent records`}</Link>
          </div>
        </div>
      ) : null}
    </div>
  )
}
