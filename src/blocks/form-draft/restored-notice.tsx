import { useLingui } from '@lingui/react/macro'

/** Says that a form continues with earlier input, and offers to clear it. */
export function RestoredNotice({ onDrop: onDiscard }: { onDrop: () => void }) {
  const { t } = useLingui()
  return (
    <div className="notice" data-tone="info" role="status">
      <div>
        {t`You have an unsaved entry.`}{' '}
        <button type="button" className="link-button" onClick={onDiscard}>
          {t`Start over`}
        </button>
      </div>
    </div>
  )
}
