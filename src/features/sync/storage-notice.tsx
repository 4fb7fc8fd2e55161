import { useLingui } from '@lingui/react/macro'
import { useStorage } from '#blocks/storage/use-storage.ts'
import { Icon } from '#ui/icon.tsx'

/** Says that unsent work lies in a place the browser may clear, and what protects it. */
export function StorageNotice({ unsent }: { unsent: number }) {
  const { t } = useLingui()
  const { persisted } = useStorage()
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
