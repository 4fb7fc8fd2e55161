import './public-frame.css'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PUBLIC_MENU } from '#domain/permissions/public-menu.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { EntryTop } from '#ui/entry-top.tsx'

/** Names of the public menu. They are here so that these pages need not load the words of the signed-in app. */
const NAMES = {
  '/help': msg`Help`,
  '/tax-tips': msg`Tax tips`,
  '/contact-us': msg`Contact us`,
} as const

/** The frame of the public pages (spec §2): logo, language, links to the other public pages and to the login. */
export function PublicFrame({ signedIn, children }: { signedIn: boolean; children: ReactNode }) {
  const { t } = useLingui()
  const translate = useTranslate()
  // The landing page has a large button for it.
  const showsWayIn = useLocation({ select: ({ pathname }) => pathname !== '/' })
  return (
    <div className="entry" data-layout="public">
      <header className="public-top">
        <EntryTop />
        <nav className="public-menu" aria-label={t`Main menu`}>
          {PUBLIC_MENU.map((path) => (
            <Link key={path} to={path} activeProps={{ 'aria-current': 'page' }}>
              {translate(NAMES[path])}
            </Link>
          ))}
          {showsWayIn ? (
            <Link to={signedIn ? '/dashboard' : '/login'}>
              {signedIn ? t`Go to your dashboard` : t`Log in`}
            </Link>
          ) : null}
        </nav>
      </header>
      <main id="content" className="public-content">
        {children}
      </main>
    </div>
  )
}
