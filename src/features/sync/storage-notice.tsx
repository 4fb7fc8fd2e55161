import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Icon } from '#ui/icon.tsx'

/** Whether the browser promised not to clear this phone's records; `undefined` while unknown or where nobody says. */
function usePersisted(): boolean | undefined {
  const [persisted, setPersisted] = useState<boolean>()
  useEffect(() => {
    let current = true
    const asked = navigator.storage?.persisted?.()
    void asked?.then(
      (answer) => (current ? setPersisted(answer) : undefined),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [])
  return persisted
}

/** Says that unsent work lies in a place the browser may clear, and what protects it. */
export function StorageNotice({ unsent }: { unsent: number }) {
  const { t } = useLingui()
  const persisted = usePersisted()
  if (persisted !== false || unsent === 0) return null
  return (
    <div className="notice" data-tone="info" role="status">
      <Icon name="info" />
      <div>
        <strong>{t`The storage of this browser is not protected`}</strong>
        {t`When space runs out the browser may clear it. Install the app on the phone, and send what waits soon.`}
      </div>
    </div>
  )
}
