import '#ui/mantine-styles.ts'
import { useLingui } from '@lingui/react/macro'
import { MantineProvider } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import type { Session } from '#contract/session.ts'
import { readMeta } from '#data/meta.ts'
import { readStatus } from '#sync/status.ts'
import { usePreferences } from '#ui/preferences.ts'
import { cssVariables, theme } from '#ui/theme.ts'
import { Toaster } from '#ui/toast/toaster.tsx'
import { useColorScheme } from '#ui/use-color-scheme.ts'
import { useWorkplace, type Workplace, WorkplaceContext } from '../workplace.ts'
import { Banners } from './banners.tsx'
import { BottomNav } from './bottom-nav.tsx'
import classes from './shell.module.css'
import { SideNav } from './side-nav.tsx'
import { TopBar } from './top-bar.tsx'
import { type Shortcut, useShortcuts } from './use-shortcuts.ts'

type Props = {
  readonly workplace: Workplace
  /** The session as it stood when the place was opened; kept fresh from the phone's own database. */
  readonly session: Session
  readonly children: ReactNode
}

/** Loaded at the first touch: dialogs weigh more than the frame itself. */
const MoreSheet = lazy(async () => ({ default: (await import('./more-sheet.tsx')).MoreSheet }))
const QuickParts = lazy(async () => ({ default: (await import('./quick-parts.tsx')).QuickParts }))

/** On these pages the thumb's place belongs to the page's own buttons. */
const FOCUSED = /^\/(?:new-invoice|edit-invoice)(?:\/|$)/

/** What stands above every screen; both parts look at one reading of the queue. */
function Head() {
  const { db } = useWorkplace()
  const status = useLiveQuery(() => readStatus(db), [db])
  return (
    <>
      <TopBar status={status} />
      <Banners status={status} />
    </>
  )
}

/** The frame around every signed-in screen: who, how the line is, what waits, and the ways to other screens. */
export function Shell({ workplace, session: opened, children }: Props) {
  const { t } = useLingui()
  const { colorScheme } = usePreferences()
  const scheme = useColorScheme(colorScheme)
  const { db } = workplace.account
  const session = useLiveQuery(() => readMeta(db, 'session'), [db]) ?? opened
  // A new value at every step to another screen would draw everything anew that looks at it.
  const place = useMemo(() => ({ ...workplace, session }), [workplace, session])
  const [more, setMore] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const openMore = () => {
    setWasOpened(true)
    setMore(true)
  }
  const [shortcut, setShortcut] = useState<Shortcut | null>(null)
  useShortcuts(setShortcut)
  // Only whether it changes: a step from one list to another draws nothing of the frame anew.
  const focused = useLocation({ select: ({ pathname }) => FOCUSED.test(pathname) })
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      forceColorScheme={scheme}
      deduplicateCssVariables={false}
    >
      <WorkplaceContext value={place}>
        <a className={classes.skip} href="#content">
          {t`Skip to the content`}
        </a>
        <div className={classes.frame} data-focused={focused}>
          <SideNav onMore={openMore} />
          <div className={classes.column}>
            <Head />
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
        {shortcut ? (
          <Suspense>
            <QuickParts shown={shortcut} onClose={() => setShortcut(null)} />
          </Suspense>
        ) : null}
        <Toaster />
      </WorkplaceContext>
    </MantineProvider>
  )
}
