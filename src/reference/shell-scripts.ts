/** The script for each shell: it writes the words up to the cursor to `usdot completion --offers`, and evaluates no answer. */
import bash from "./usdot.bash";
import fish from "./usdot.fish";
import zsh from "./usdot.zsh";

export const shellScripts = { bash, zsh, fish };
