import { useLingui } from '@lingui/react/macro'
import { useStorage } from '#blocks/storage/use-storage.ts'
import { Icon } from '#ui/icon.tsx'

/** Says that the browser may clear unsent work, and what protects it. */
export function StorageNotice({ unsent }: { unsent: number }) {
  const { t } = useLingui()
  const { persisted } = useStorage()
  if (persisted !== false || unsent === 0) return null
  return (
    <div className="notice" data-tone="info" role="status">
      <Icon name="info" />
      <div>
        <strong>{t`Your data in this browser is not protected`}</strong>
        {t`The browser may delete it when space runs out. Install the app and send your unsent records soon.`}
      </div>
    </div>
  )
}
