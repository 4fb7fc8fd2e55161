import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import type { AccountDatabase } from '#data/account-database.ts'
import { findMeta } from '#data/meta.ts'
import { useInstallation } from '#ui/installation.ts'
import { useAction } from '#ui/use-action.ts'

type Props = {
  readonly db: AccountDatabase
  readonly onAnswer?: (agreed: boolean) => void
}

/** How to install the app in this browser: the browser's own question after one tap, or two taps by the person. */
export function InstallInstructions({ db, onAnswer }: Props) {
  const { t } = useLingui()
  const { method: way, prompt: ask } = useInstallation()
  const [busy, run] = useAction()
  const unsent = useLiveQuery(() => findMeta(db, 'pending'), [db]) ?? 0
  const install = async () => {
    const agreed = await ask()
    onAnswer?.(agreed)
  }
  switch (way) {
    case 'installed':
      return <p className="dim">{t`Risiti is installed on this phone.`}</p>
    case 'ask':
      return <Button loading={busy} onClick={() => void run(install)}>{t`Install`}</Button>
    case 'share-button':
      return (
        <>
          <p>{t`Tap “Share” in the browser, then “Add to Home Screen”.`}</p>
          {unsent > 0 ? (
            <p className="dim small">{t`Send your unsent records first: the installed app starts with what is on the server.`}</p>
          ) : null}
        </>
      )
    case 'menu':
      return <p>{t`Open the menu of the browser and choose “Install app” or “Add to Home screen”.`}</p>
  }
}
