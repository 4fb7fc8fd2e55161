/** Where a login is sent, also by the page before the app has arrived, which knows nothing else of the contract. */
export const LOGIN_PATH = '/api/v2/user/login'
