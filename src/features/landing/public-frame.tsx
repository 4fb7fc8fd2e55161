import './public-frame.css'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type MenuPath, menuOf } from '#domain/permissions/menus.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { EntryTop } from '#ui/entry-top.tsx'

/** Names of the public menu. They are here so that these pages need not load the words of the signed-in app. */
const NAMES: Partial<Record<MenuPath, MessageDescriptor>> = {
  '/help': msg`Help`,
  '/tax-tips': msg`Tax tips`,
  '/contact-us': msg`Contact us`,
}

/** The frame of the public pages (spec §2): logo, language, links to the other public pages and to the login. */
export function PublicFrame({ signedIn, children }: { signedIn: boolean; children: ReactNode }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { routesByPath } = useRouter()
  // The landing page has a large button for it.
  const showsWayIn = useLocation({ select: ({ pathname }) => pathname !== '/' })
  const places = menuOf('public', null).filter((path) => Object.hasOwn(routesByPath, path))
  return (
    <div className="entry" data-layout="public">
      <header className="public-top">
        <EntryTop />
        {places.length === 0 && !showsWayIn ? null : (
          <nav className="public-menu" aria-label={t`Main menu`}>
            {places.map((path) => {
              const name = NAMES[path]
              return name ? (
                <Link key={path} to={path} activeProps={{ 'aria-current': 'page' }}>
                  {translate(name)}
                </Link>
              ) : null
            })}
            {showsWayIn ? (
              <Link to={signedIn ? '/dashboard' : '/login'}>
                {signedIn ? t`Go to your dashboard` : t`Log in`}
              </Link>
            ) : null}
          </nav>
        )}
      </header>
      <main id="content" className="public-content">
        {children}
      </main>
    </div>
  )
}
