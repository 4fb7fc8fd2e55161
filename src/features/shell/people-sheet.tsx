import { Plural, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { useRoleName } from '#app-context/use-role-name.ts'
import type { DeviceUser } from '#session/device-users.ts'
import { Icon } from '#ui/icon.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useAction } from '#ui/use-action.ts'
import classes from './people.module.css'

/** The name and role of a person, their unsent work, and how they sign in again. */
function PersonSummary({ person }: { person: DeviceUser }) {
  const { t } = useLingui()
  const roleName = useRoleName()
  const { name, username, userType, companyName, unsent, signInMethod: way } = person
  const facts = [userType ? roleName(userType) : username, companyName].filter((fact) => fact)
  return (
    <span className={classes.person}>
      <strong>{name === '' ? username : name}</strong>
      <span className="dim small">{facts.join(' · ')}</span>
      <span className={`small ${classes.ways}`}>
        {unsent > 0 ? (
          <span className={classes.unsent}>
            <Icon name="clock" size={15} />
            <Plural value={unsent} one="# waiting" other="# waiting" />
          </span>
        ) : null}
        <span className="dim">
          {way === 'here'
            ? t`Logged in now`
            : way === 'pin'
              ? t`Logs in with a PIN`
              : t`Logs in with the password`}
        </span>
      </span>
    </span>
  )
}

/**
 * The people who share this phone. Switching loses no cart and no unsent work: each has a database of their own, and
 * pending work is sent automatically.
 */
export function PeopleSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const { account, people, pin, signOut } = useAppContext()
  const navigate = useNavigate()
  const [known, setKnown] = useState<readonly DeviceUser[]>()
  const [busy, run] = useAction()
  useEffect(() => {
    let current = true
    people().then(
      (found) => {
        if (current) setKnown(found)
      },
      () => {
        if (current) setKnown([])
      },
    )
    return () => {
      current = false
    }
  }, [people])
  const change = async (person?: DeviceUser) => {
    // A user with a PIN is only locked; one without is logged out, or another person could act as that user.
    if (!(await (await pin()).lock())) await signOut()
    const search = {
      ...(person ? { person: person.id } : {}),
      ...(person?.signInMethod === 'pin' ? {} : { by: 'password' as const }),
    }
    await navigate({ to: '/login', search, replace: true })
  }
  // A sheet that opens empty would jump when the users are read.
  if (!known) return null
  const mine = known.find(({ id }) => id === account.id)
  const others = known.filter(({ id }) => id !== account.id)
  return (
    <Sheet title={t`Users of this phone`} opened onClose={onClose} height="auto">
      <div className="stack">
        {mine ? (
          <p className={classes.row}>
            <Icon name="person" />
            <PersonSummary person={{ ...mine, signInMethod: 'here' }} />
            <Icon name="check" />
          </p>
        ) : null}
        {others.length > 0 ? (
          <ul className={classes.list}>
            {others.map((person) => (
              <li key={person.id}>
                <button
                  type="button"
                  className={classes.row}
                  disabled={busy}
                  onClick={() => void run(() => change(person))}
                >
                  <Icon name="person" />
                  <PersonSummary person={person} />
                  <Icon name="next" size={16} />
                </button>
              </li>
            ))}
          </ul>
        ) : null}
        <button type="button" className={classes.row} disabled={busy} onClick={() => void run(change)}>
          <Icon name="plus" />
          <span className={classes.person}>{t`Somebody else`}</span>
          <Icon name="next" size={16} />
        </button>
        <p className="dim small">
          {t`Each user's cart and unsent records are kept separately on this phone. Unsent records are sent automatically, photos and files when their user is back.`}
        </p>
        {mine?.hasPin === false ? (
          <p className="dim small">
            {t`Without a PIN you need your password and a connection to log in again.`}{' '}
            <Link to="/settings" hash="settings-pin" onClick={onClose}>{t`Set a PIN`}</Link>
          </p>
        ) : null}
      </div>
    </Sheet>
  )
}
