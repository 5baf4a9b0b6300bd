/** The buttons that go into training and leave it: in the banner of every page, and on the creators' pages. */
import { setTraining } from "@/api/training";
import { messageOf } from "@/lib/errors";
import { toast } from "@/lib/toast";

/** What a press of one does. */
export async function chooseTraining(button: HTMLButtonElement): Promise<void> {
  button.disabled = true;
  try {
    await setTraining(button.dataset.training === "on");
  } catch (error) {
    toast.error(messageOf(error));
    button.disabled = false;
  }
}
