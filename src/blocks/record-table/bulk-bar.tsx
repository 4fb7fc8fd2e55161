import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'
import { STYLES } from './table-styles.ts'

/** Takes records off the lists, or puts them back. */
export type BulkSwitch = {
  readonly label: string
  /** Switches one record on this phone; whether that was possible. */
  readonly onSwitch: (id: string) => Promise<boolean>
  readonly doneText: (count: number) => string
  readonly failedText: (count: number) => string
  /** Asked before; absent: it is done at once. */
  readonly question?: { readonly title: string; readonly text: string }
}

type Props = {
  readonly ids: readonly string[]
  readonly bulk: BulkSwitch
  readonly onExport?: (ids: readonly string[]) => Promise<void>
  /** All were tried; the rest could not be switched. */
  readonly onSwitched: (failed: readonly string[]) => void
  readonly onCancel: () => void
}

/** What can be done with several records at once: each is a change of its own, sent as if it had been made alone. */
export function BulkBar({ ids, bulk, onExport, onSwitched, onCancel }: Props) {
  const { t } = useLingui()
  const toast = useToasts((state) => state.show)
  const [switching, runSwitch] = useAction()
  const [exporting, runExport] = useAction()
  const [asking, setAsking] = useState(false)
  const count = ids.length
  const switchAll = async () => {
    const failed: string[] = []
    for (const id of ids) if (!(await bulk.onSwitch(id))) failed.push(id)
    // One message at a time: those that worked are gone from the table, the others stay selected.
    toast(
      failed.length === 0
        ? { tone: 'good', text: bulk.doneText(count) }
        : { tone: 'bad', text: bulk.failedText(failed.length) },
    )
    setAsking(false)
    onSwitched(failed)
  }
  const startSwitch = () => void runSwitch(switchAll)
  const exportTo = async (write: NonNullable<Props['onExport']>) => {
    await write(ids)
    toast({ tone: 'good', text: t`The file is in your downloads` })
  }
  const { label, question } = bulk
  return (
    <section className="card" style={STYLES.bulk} aria-label={t`Selected rows`}>
      <strong role="status">{t`Selected rows: ${count}`}</strong>
      <Button loading={switching} onClick={question ? () => setAsking(true) : startSwitch}>
        {label}
      </Button>
      {onExport ? (
        <Button
          variant="default"
          loading={exporting}
          onClick={() => void runExport(() => exportTo(onExport))}
        >
          {t`Export CSV`}
        </Button>
      ) : null}
      <button type="button" className="link-button" disabled={switching} onClick={onCancel}>
        {t`Cancel selection`}
      </button>
      {question ? (
        <ConfirmDialog
          title={question.title}
          opened={asking}
          busy={switching}
          confirmLabel={label}
          onConfirm={startSwitch}
          onClose={() => setAsking(false)}
        >
          <p>{question.text}</p>
        </ConfirmDialog>
      ) : null}
    </section>
  )
}
