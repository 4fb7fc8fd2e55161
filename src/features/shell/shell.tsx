import '#ui/mantine-styles.ts'
import { useLingui } from '@lingui/react/macro'
import { MantineProvider } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { type ReactNode, useState } from 'react'
import type { Session } from '#contract/session.ts'
import { readSession } from '#session/current-session.ts'
import { usePreferences } from '#ui/preferences.ts'
import { cssVariables, theme } from '#ui/theme.ts'
import { Toaster } from '#ui/toast/toaster.tsx'
import { useColorScheme } from '#ui/use-color-scheme.ts'
import { type Workplace, WorkplaceContext } from '../workplace.ts'
import { Banners } from './banners.tsx'
import { BottomNav } from './bottom-nav.tsx'
import { MoreSheet } from './more-sheet.tsx'
import classes from './shell.module.css'
import { SideNav } from './side-nav.tsx'
import { TopBar } from './top-bar.tsx'

type Props = {
  readonly workplace: Workplace
  /** The session as it stood when the place was opened; kept fresh from the phone's own database. */
  readonly session: Session
  readonly children: ReactNode
}

/** On these pages the thumb's place belongs to the page's own buttons. */
const FOCUSED = /^\/(?:new-invoice|edit-invoice)(?:\/|$)/

/** The frame around every signed-in screen: who, how the line is, what waits, and the ways to other screens. */
export function Shell({ workplace, session: opened, children }: Props) {
  const { t } = useLingui()
  const { colorScheme } = usePreferences()
  const scheme = useColorScheme(colorScheme)
  const { db } = workplace.account
  const session = useLiveQuery(() => readSession(db), [db]) ?? opened
  const [more, setMore] = useState(false)
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
          <SideNav onMore={() => setMore(true)} />
          <div className={classes.column}>
            <TopBar />
            <Banners />
            <main id="content" className={classes.content} tabIndex={-1}>
              {children}
            </main>
          </div>
          {focused ? null : <BottomNav onMore={() => setMore(true)} />}
        </div>
        <MoreSheet opened={more} onClose={() => setMore(false)} />
        <Toaster />
      </WorkplaceContext>
    </MantineProvider>
  )
}
