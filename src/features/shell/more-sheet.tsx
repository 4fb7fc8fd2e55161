import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Icon, type IconName } from '#ui/icon.tsx'
import { LookChoices } from '#ui/look-choices.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useWorkplace } from '../workplace.ts'
import { LogOutDialog } from './log-out-dialog.tsx'
import classes from './more-sheet.module.css'
import { useMayOpen, usePlaces } from './use-places.ts'

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
export function MoreSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const { session } = useWorkplace()
  const places = usePlaces()
  const mayOpen = useMayOpen()
  const [leaving, setLeaving] = useState(false)
  const { firstName, lastName, username } = session.user
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
            {[places.products, places.sync].filter(mayOpen).map((place) => (
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
          <button
            type="button"
            className={classes.row}
            onClick={() => {
              onClose()
              setLeaving(true)
            }}
          >
            <Icon name="leave" />
            <span className={classes.name}>{t`Log out`}</span>
          </button>
        </div>
      </Sheet>
      <LogOutDialog opened={leaving} onClose={() => setLeaving(false)} />
    </>
  )
}
