import '#ui/mantine-styles.ts'
import { useLingui } from '@lingui/react/macro'
import { MantineProvider } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Session } from '#contract/session.ts'
import { readMeta } from '#data/meta.ts'
import { usePreferences } from '#ui/preferences.ts'
import { cssVariables, theme } from '#ui/theme.ts'
import { Toaster } from '#ui/toast/toaster.tsx'
import { useColorScheme } from '#ui/use-color-scheme.ts'
import { type Workplace, WorkplaceContext } from '../workplace.ts'
import { Banners } from './banners.tsx'
import { BottomNav } from './bottom-nav.tsx'
import classes from './shell.module.css'
import { SideNav } from './side-nav.tsx'
import { TopBar } from './top-bar.tsx'

type Props = {
  readonly workplace: Workplace
  /** The session as it stood when the place was opened; kept fresh from the phone's own database. */
  readonly session: Session
  readonly children: ReactNode
}

/** Loaded at the first touch: dialogs weigh more than the frame itself. */
const MoreSheet = lazy(async () => ({ default: (await import('./more-sheet.tsx')).MoreSheet }))

/** On these pages the thumb's place belongs to the page's own buttons. */
const FOCUSED = /^\/(?:new-invoice|edit-invoice)(?:\/|$)/

/** The frame around every signed-in screen: who, how the line is, what waits, and the ways to other screens. */
export function Shell({ workplace, session: opened, children }: Props) {
  const { t } = useLingui()
  const { colorScheme } = usePreferences()
  const scheme = useColorScheme(colorScheme)
  const { db } = workplace.account
  const session = useLiveQuery(() => readMeta(db, 'session'), [db]) ?? opened
  const [more, setMore] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const openMore = () => {
    setWasOpened(true)
    setMore(true)
  }
  const { pathname } = useLocation()
  const focused = FOCUSED.test(pathname)
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      forceColorScheme={scheme}
      deduplicateCssVariables={false}
    >
      <WorkplaceContext value={{ ...workplace, session }}>
        <a className={classes.skip} href="#content">
          {t`Skip to the content`}
        </a>
        <div className={classes.frame} data-focused={focused}>
          <SideNav onMore={openMore} />
          <div className={classes.column}>
            <TopBar />
            <Banners />
            <main id="content" className={classes.content} tabIndex={-1}>
              {children}
            </main>
          </div>
          {focused ? null : <BottomNav onMore={openMore} />}
        </div>
        {wasOpened ? (
          <Suspense>
            <MoreSheet opened={more} onClose={() => setMore(false)} />
          </Suspense>
        ) : null}
        <Toaster />
      </WorkplaceContext>
    </MantineProvider>
  )
}
