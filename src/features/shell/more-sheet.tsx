import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { type ComponentType, Suspense, useState } from 'react'
import { readMeta } from '#data/meta.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { LookChoices } from '#ui/look-choices.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useWorkplace } from '../workplace.ts'
import { LogOutDialog } from './log-out-dialog.tsx'
import classes from './more-sheet.module.css'
import { useMayOpen, usePlaces } from './use-places.ts'

const PeopleSheet = lazyPart(async () => (await import('./people-sheet.tsx')).PeopleSheet)

type Props = {
  readonly opened: boolean
  readonly onClose: () => void
  /** Saves a copy of unsent work as a file; lent by the sync centre. */
  readonly copyOfWork: ComponentType<{ unsent: number }>
}

function Row({ icon, name }: { icon: IconName; name: string }) {
  return (
    <>
      <Icon name={icon} />
      <span className={classes.name}>{name}</span>
      <Icon name="next" size={16} />
    </>
  )
}

/** Everything that does not need a place under the thumb: other screens, language, colours, leaving. */
export function MoreSheet({ opened, onClose, copyOfWork }: Props) {
  const { t } = useLingui()
  const { db, session, pin } = useWorkplace()
  const hasPin = useLiveQuery(async () => (await readMeta(db, 'pin')) !== undefined, [db])
  const places = usePlaces()
  const mayOpen = useMayOpen()
  const [next, setNext] = useState<'people' | 'leaving' | null>(null)
  const { firstName, lastName, username } = session.user
  const goOn = (to: 'people' | 'leaving') => {
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
          <nav className={classes.ways} aria-label={t`More`}>
            {[places.products, places.expenses, places.sync].filter(mayOpen).map((place) => (
              <Link key={place.to} to={place.to} className={classes.row} onClick={onClose}>
                <Row icon={place.icon} name={place.name} />
              </Link>
            ))}
            <Link to="/settings" className={classes.row} onClick={onClose}>
              <Row icon="gear" name={t`Settings`} />
            </Link>
            <Link to="/change-password" className={classes.row} onClick={onClose}>
              <Row icon="key" name={t`Change password`} />
            </Link>
          </nav>
          <LookChoices />
          <div className={classes.ways}>
            {hasPin ? (
              <button type="button" className={classes.row} onClick={async () => void (await pin()).lock()}>
                <Icon name="lock" />
                <span className={classes.name}>{t`Lock now`}</span>
              </button>
            ) : null}
            <button type="button" className={classes.row} onClick={() => goOn('people')}>
              <Row icon="people" name={t`Users of this phone`} />
            </button>
            <button type="button" className={classes.row} onClick={() => goOn('leaving')}>
              <Icon name="leave" />
              <span className={classes.name}>{t`Log out`}</span>
            </button>
          </div>
        </div>
      </Sheet>
      <LogOutDialog opened={next === 'leaving'} onClose={() => setNext(null)} copyOfWork={copyOfWork} />
      {next === 'people' ? (
        <Suspense>
          <PeopleSheet onClose={() => setNext(null)} />
        </Suspense>
      ) : null}
    </>
  )
}
