import { useRouter } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { localPath } from '#domain/permissions/local-path.ts'
import type { DeviceUser } from '#session/device-users.ts'
import { LockScreen } from './lock-screen.tsx'
import type { TryUnlock } from './use-unlock.ts'

type Props = {
  readonly people: readonly DeviceUser[]
  readonly chosen: string | undefined
  /** The last address of the previous user. */
  readonly next: string | undefined
  readonly onUnlock: TryUnlock
  readonly onReady: () => void
}

/** The lock screen in the place of the login form, with its further links. */
export function LockedLogin({ people, chosen, next, onUnlock, onReady }: Props) {
  const router = useRouter()
  const [last] = people
  // The page may have arrived with the early login form, shown before the app knew that the user is only locked out.
  useLayoutEffect(() => document.querySelector('#first-paint')?.remove(), [])
  // Another user starts at the dashboard: the last screen was not theirs.
  const destinationOf = (person: DeviceUser) =>
    (person.id === last?.id ? localPath(next) : undefined) ?? '/dashboard'
  return (
    <LockScreen
      people={people}
      chosen={chosen}
      onUnlock={onUnlock}
      onReady={onReady}
      onDone={(person) => router.navigate({ href: destinationOf(person), replace: true })}
      onPassword={(person, ended) =>
        router.navigate({
          to: '/login',
          search: {
            by: 'password',
            ...(person ? { person: person.id } : {}),
            ...(person && next !== undefined && person.id === last?.id ? { next } : {}),
            ...(ended ? { why: 'pin-ended' } : {}),
          },
        })
      }
    />
  )
}
