import { useLingui } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { type ComponentType, memo, Suspense, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { type MenuEntry, useMenu } from '#app-context/use-menu.ts'
import { findMeta } from '#data/meta.ts'
import { loadScreenMessages } from '#i18n/language.ts'
import { AppearanceSettings } from '#ui/appearance-settings.tsx'
import { Icon } from '#ui/icon.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { tabCount } from './bottom-nav.tsx'
import { LogOutDialog } from './log-out-dialog.tsx'
import classes from './more-sheet.module.css'
import { useSells } from './use-layout-name.ts'

const PeopleSheet = lazyComponent(async () => {
  const [sheet] = await Promise.all([import('./people-sheet.tsx'), loadScreenMessages()])
  return sheet.PeopleSheet
})

type Props = {
  readonly opened: boolean
  readonly onClose: () => void
  /** Saves a copy of unsent work as a file; passed in from the sync centre. */
  readonly unsentCopy: ComponentType<{ unsent: number }>
}

function Row({ icon, name }: { icon: MenuEntry['icon']; name: string }) {
  return (
    <>
      <Icon name={icon} />
      <span className={classes.name}>{name}</span>
      <Icon name="next" size={16} />
    </>
  )
}

/** The other screens. Not rendered again when the sheet closes, because the screen that was touched waits for that. */
const Places = memo(function Places({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useLingui()
  const { places, more } = useMenu()
  const tabs = tabCount(useSells())
  // The help begins with the chapter about this screen.
  const about = useLocation({ select: ({ pathname }) => pathname })
  return (
    <nav className={classes.ways} aria-label={t`More`}>
      {[...places.slice(tabs), ...more].map((place) => (
        <Link
          key={place.to}
          {...(place.to === '/help' ? { to: place.to, search: { about } } : { to: place.to })}
          className={classes.row}
          onClick={onLeave}
          preload="intent"
        >
          <Row icon={place.icon} name={place.label} />
        </Link>
      ))}
    </nav>
  )
})

/** Everything that needs no tab of its own: other screens, language, colours, logging out. */
export function MoreSheet({ opened, onClose, unsentCopy }: Props) {
  const { t } = useLingui()
  const { db, session, pin } = useAppContext()
  const hasPin = useLiveQuery(async () => (await findMeta(db, 'pin')) !== undefined, [db])
  const [next, setNext] = useState<'people' | 'leaving' | null>(null)
  const { firstName, lastName, username } = session.user
  const openNext = (to: 'people' | 'leaving') => {
    onClose()
    setNext(to)
  }
  return (
    <>
      <Sheet title={t`More`} opened={opened} onClose={onClose} height="auto">
        <div className="stack">
          <p className={classes.person}>
            <Icon name="person" />
            <span>
              <strong>{`${firstName} ${lastName}`.trim() || username}</strong>
              <span className="dim small">{username}</span>
            </span>
          </p>
          <Places onLeave={onClose} />
          <AppearanceSettings />
          <div className={classes.ways}>
            {hasPin ? (
              <button type="button" className={classes.row} onClick={async () => void (await pin()).lock()}>
                <Icon name="lock" />
                <span className={classes.name}>{t`Lock now`}</span>
              </button>
            ) : null}
            <button type="button" className={classes.row} onClick={() => openNext('people')}>
              <Row icon="people" name={t`Users of this phone`} />
            </button>
            <button type="button" className={classes.row} onClick={() => openNext('leaving')}>
              <Icon name="leave" />
              <span className={classes.name}>{t`Log out`}</span>
            </button>
          </div>
        </div>
      </Sheet>
      <LogOutDialog opened={next === 'leaving'} onClose={() => setNext(null)} unsentCopy={unsentCopy} />
      {next === 'people' ? (
        <Suspense>
          <PeopleSheet onClose={() => setNext(null)} />
        </Suspense>
      ) : null}
    </>
  )
}
