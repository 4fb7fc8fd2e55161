import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
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
}

type Props = {
  readonly ids: readonly string[]
  readonly bulk: BulkSwitch
  readonly onExport: (ids: readonly string[]) => Promise<void>
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
    onSwitched(failed)
  }
  const exportAll = async () => {
    await onExport(ids)
    toast({ tone: 'good', text: t`The file is in your downloads` })
  }
  return (
    <section className="card" style={STYLES.bulk} aria-label={t`Selected rows`}>
      <strong role="status">{t`Selected rows: ${count}`}</strong>
      <Button loading={switching} onClick={() => void runSwitch(switchAll)}>
        {bulk.label}
      </Button>
      <Button variant="default" loading={exporting} onClick={() => void runExport(exportAll)}>
        {t`Export CSV`}
      </Button>
      <button type="button" className="link-button" disabled={switching} onClick={onCancel}>
        {t`Cancel selection`}
      </button>
    </section>
  )
}
