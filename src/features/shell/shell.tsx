import '#ui/mantine-styles.ts'
import { useLingui } from '@lingui/react/macro'
import { MantineProvider } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import {
  type ComponentType,
  memo,
  type ReactNode,
  Suspense,
  useCallback,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { type AppContext, AppReactContext, useAppContext } from '#app-context/app-context.ts'
import { useLayout } from '#app-context/use-menu.ts'
import type { Session } from '#contract/session.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { findMeta } from '#data/meta.ts'
import { throttledQuery } from '#data/watch.ts'
import { trustedTime } from '#domain/calendar/trusted-clock.ts'
import { loadScreenMessages } from '#i18n/language.ts'
import { readStatus } from '#sync/status.ts'
import { everyMinute } from '#ui/every-minute.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { usePorts } from '#ui/ports.ts'
import { usePreferences } from '#ui/preferences.ts'
import { cssVariables, theme } from '#ui/theme.ts'
import { Toaster } from '#ui/toast/toaster.tsx'
import { useColorScheme } from '#ui/use-color-scheme.ts'
import { Banners } from './banners.tsx'
import { BottomNav } from './bottom-nav.tsx'
import classes from './shell.module.css'
import { SideNav } from './side-nav.tsx'
import { TopBar } from './top-bar.tsx'
import { type Shortcut, useShortcuts } from './use-shortcuts.ts'

type Props = {
  readonly appContext: AppContext
  /** The session when the runtime was opened; updated from the phone's own database. */
  readonly session: Session
  /** The sync centre as a sheet; loaded at the first touch. */
  readonly syncSheet: ComponentType<{ opened: boolean; onClose: () => void }>
  /** The sync centre's button to save unsent work as a file, offered before logging out. */
  readonly unsentCopy: ComponentType<{ unsent: number }>
  readonly children: ReactNode
}

/** A difference of less than this at the next contact is no change of the clock. */
const STEP_MS = 60_000

/** What the last contact with the server says: how far the phone's clock is off, and whether it was reached. */
function useContact(db: AccountDatabase): {
  readonly clockOffsetMs: number
  readonly serverReachable: boolean
} {
  const { clock } = usePorts()
  const contact = useLiveQuery(() => findMeta(db, 'contact'), [db])
  const { offsetMs } = trustedTime(clock.now(), contact?.clock ?? null)
  return {
    clockOffsetMs: Math.round(offsetMs / STEP_MS) * STEP_MS,
    serverReachable: contact?.online ?? true,
  }
}

/** Loaded at the first touch: dialogs are larger than the frame itself. */
const MoreSheet = lazyComponent(async () => (await import('./more-sheet.tsx')).MoreSheet)
const QuickParts = lazyComponent(async () => {
  const [parts] = await Promise.all([import('./quick-parts.tsx'), loadScreenMessages()])
  return parts.QuickParts
})

/** A sheet that is created when it is first opened, and then only hidden. */
function useLazySheet() {
  const [state, setState] = useState<'open' | 'closed'>()
  const open = useCallback(() => setState('open'), [])
  const close = useCallback(() => setState('closed'), [])
  return [state, open, close] as const
}

/** On these pages the bottom of the screen belongs to the page's own buttons. */
const FOCUSED = /^\/(?:new-invoice|edit-invoice)(?:\/|$)/

/** What is shown above every screen; both parts use one read of the queue. Ages are updated over time. */
function Head({ onOpen }: { onOpen: (() => void) | undefined }) {
  const { db } = useAppContext()
  const { clock } = usePorts()
  const read = useMemo(() => throttledQuery(() => readStatus(db), db.ports), [db])
  const status = useLiveQuery(read, [read])
  useSyncExternalStore(everyMinute, () => Math.floor(clock.now() / 60_000))
  return (
    <>
      <TopBar status={status} onOpen={onOpen} />
      <Banners status={status} />
    </>
  )
}

type FrameProps = {
  readonly focused: boolean
  readonly onMore: () => void
  readonly onSync: (() => void) | undefined
  readonly children: ReactNode
}

/**
 * One frame with the menu of the layout that the page belongs to (spec §2). Not rendered again when a sheet over it opens or
 * closes: the screen that was chosen there waits for that.
 */
const Frame = memo(function Frame({ focused, onMore, onSync, children }: FrameProps) {
  return (
    <div className={classes.frame} data-focused={focused} data-layout={useLayout()}>
      <SideNav onMore={onMore} />
      <div className={classes.column}>
        <Head onOpen={onSync} />
        <main id="content" className={classes.content} tabIndex={-1}>
          {children}
        </main>
      </div>
      {focused ? null : <BottomNav onMore={onMore} />}
    </div>
  )
})

/** The frame, and the sheets that are opened from it. */
function FrameWithSheets({
  syncSheet: SyncSheet,
  unsentCopy,
  children,
}: Omit<Props, 'appContext' | 'session'>) {
  const { t } = useLingui()
  const [more, openMore, closeMore] = useLazySheet()
  const [sync, openSync, closeSync] = useLazySheet()
  const [shortcut, setShortcut] = useState<Shortcut | null>(null)
  useShortcuts(setShortcut)
  // Reads only whether it changes: navigating from one list to another renders no part of the frame again.
  const focused = useLocation({ select: ({ pathname }) => FOCUSED.test(pathname) })
  const onSyncPage = useLocation({ select: ({ pathname }) => pathname === '/sync' })
  return (
    <>
      <a className={classes.skip} href="#content">
        {t`Skip to the content`}
      </a>
      <Frame focused={focused} onMore={openMore} onSync={onSyncPage ? undefined : openSync}>
        {children}
      </Frame>
      <Suspense>
        {more ? <MoreSheet opened={more === 'open'} onClose={closeMore} unsentCopy={unsentCopy} /> : null}
        {sync ? <SyncSheet opened={sync === 'open'} onClose={closeSync} /> : null}
      </Suspense>
      {shortcut ? (
        <Suspense>
          <QuickParts shown={shortcut} onClose={() => setShortcut(null)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** The frame around every signed-in screen: user, connection, pending work, and navigation. */
export function Shell({ appContext, session: opened, ...frame }: Props) {
  const { colorScheme } = usePreferences()
  const scheme = useColorScheme(colorScheme)
  const { db } = appContext.account
  const session = useLiveQuery(() => findMeta(db, 'session'), [db]) ?? opened
  // A new value at every navigation would render every consumer of this context again.
  const { clockOffsetMs, serverReachable } = useContact(db)
  const contextValue = useMemo(
    () => ({ ...appContext, session, clockOffsetMs, serverReachable }),
    [appContext, session, clockOffsetMs, serverReachable],
  )
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      forceColorScheme={scheme}
      deduplicateCssVariables={false}
    >
      <AppReactContext value={contextValue}>
        <FrameWithSheets {...frame} />
        <Toaster />
      </AppReactContext>
    </MantineProvider>
  )
}
