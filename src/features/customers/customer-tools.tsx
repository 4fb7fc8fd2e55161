import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { StandingFilter } from '#blocks/catalogue-list/standing-filter.tsx'
import { ImportButton } from '#blocks/csv-import/import-button.tsx'
import { saveFile } from '#ui/save-file.ts'
import { useToasts } from '#ui/toast/toast-store.ts'

type Props = {
  readonly archived: boolean
  readonly onArchived: (archived: boolean) => void
  readonly onImport: (opens: true) => void
}

/** What is done with the list of customers as a whole. Not rendered again while a person types in the search field. */
export const CustomerTools = memo(function CustomerTools({ archived, onArchived, onImport }: Props) {
  const { t } = useLingui()
  const { db } = useAppContext()
  const today = useToday()
  const toast = useToasts((state) => state.show)
  const exportAll = async () => {
    try {
      const { exportCustomers } = await import('./export-customers.ts')
      const name = t({ context: 'start of a file name', message: 'customers' })
      saveFile(await exportCustomers(db, archived), `${name}-${today}.csv`)
      toast({ tone: 'good', text: t`The file is in your downloads` })
    } catch {
      toast({ tone: 'bad', text: t`The file could not be created. Try again` })
    }
  }
  return (
    <>
      <StandingFilter
        label={t`Which customers`}
        onLabel={t`In use`}
        offLabel={t`Archived`}
        off={archived}
        onChange={onArchived}
      />
      <div className="tools" style={{ flex: '1 1 25rem', marginTop: '0.75rem' }}>
        <Button component={Link} to="/debts" variant="default">
          {t`Who owes`}
        </Button>
        <ImportButton db={db} table="customers" onOpen={() => onImport(true)} />
        <Button variant="default" onClick={() => void exportAll()}>
          {t`Export CSV`}
        </Button>
      </div>
    </>
  )
})
