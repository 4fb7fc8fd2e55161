import type { AuthServices } from '../../services/auth/auth-services.ts'
import { changeStatus } from '../../services/users/change-status.ts'
import { changeUser } from '../../services/users/change-user.ts'
import { chooseRights } from '../../services/users/choose-rights.ts'
import { createUser } from '../../services/users/create-user.ts'
import { getUser } from '../../services/users/get-user.ts'
import { readUsers } from '../../services/users/read-users.ts'
import { resetUserPassword } from '../../services/users/reset-user-password.ts'
import type { Handlers } from './handler-types.ts'

type UserHandlers = Pick<
  Handlers,
  | 'users.list'
  | 'users.find'
  | 'users.create'
  | 'users.change'
  | 'users.change-status'
  | 'users.choose-rights'
  | 'users.reset-password'
>

/** Calls about accounts of others. */
export function createUserHandlers(services: AuthServices): UserHandlers {
  return {
    'users.list': async (context, input) => await readUsers(context, input),
    'users.find': async (context, { id }) => await getUser(context, id),
    'users.create': async (context, input) => await createUser({ ...services, ...context }, input),
    'users.change': async (context, input) => await changeUser({ ...services, ...context }, input),
    'users.change-status': async (context, input) => await changeStatus(context, input),
    'users.choose-rights': async (context, input) => await chooseRights(context, input),
    'users.reset-password': async (context, { id }) =>
      await resetUserPassword({ ...services, ...context }, id),
  }
}
