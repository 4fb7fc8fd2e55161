import { plural } from '@lingui/core/macro'
import { Plural, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { errorMessage } from '#i18n/error-messages.ts'
import { useSay } from '#i18n/use-say.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useDeed } from '../use-deed.ts'
import { useWorkplace } from '../workplace.ts'

/** What others of the company left on this phone: the owner sends it for them, who may not be able to log in any more. */
export function OthersWork({ count, onTaken }: { count: number; onTaken: () => void }) {
  const { t } = useLingui()
  const say = useSay()
  const toast = useToasts((state) => state.show)
  const { account, commands } = useWorkplace()
  const [busy, run] = useDeed()
  const take = async (): Promise<void> => {
    const { takeOverHere } = await import('#sync/carry/take-over-here.ts')
    const taken = await takeOverHere(account, commands)
    if (taken.kind !== 'kept' || taken.value.kind === 'refused') {
      toast({ tone: 'bad', text: say(errorMessage(taken.kind === 'not-kept' ? taken.code : 'UNEXPECTED')) })
      return
    }
    const { fresh } = taken.value
    const text = t`${plural(fresh, {
      one: '# change was taken over. It goes out by itself.',
      other: '# changes were taken over. They go out by themselves.',
    })}`
    toast({ tone: 'good', text })
    onTaken()
  }
  return (
    <>
      <p className="dim small">
        <Plural
          value={count}
          one="Another person has # change on this phone that was not sent yet."
          other="Other people have # changes on this phone that were not sent yet."
        />
      </p>
      <Button variant="default" loading={busy} onClick={() => void run(take)}>
        {t`Take it over and send it`}
      </Button>
    </>
  )
}
