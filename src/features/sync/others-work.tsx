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
      one: '# record received. It will be sent automatically.',
      other: '# records received. They will be sent automatically.',
    })}`
    toast({ tone: 'good', text })
    onTaken()
  }
  return (
    <>
      <p className="dim small">
        <Plural
          value={count}
          one="# record of another user on this phone has not been sent."
          other="# records of other users on this phone have not been sent."
        />
      </p>
      <Button variant="default" loading={busy} onClick={() => void run(take)}>
        {t`Send these records`}
      </Button>
    </>
  )
}
