import { useLingui } from '@lingui/react/macro'

/** Says that a form goes on with what was typed before, and lets it begin empty. */
export function RestoredNotice({ onDrop }: { onDrop: () => void }) {
  const { t } = useLingui()
  return (
    <div className="notice" data-tone="info" role="status">
      <div>
        {t`You typed this before and did not save it yet.`}{' '}
        <button type="button" className="link-button" onClick={onDrop}>
          {t`Begin empty`}
        </button>
      </div>
    </div>
  )
}
