import { useMutation } from "@tanstack/react-query";
import type { ConnectionTest } from "@/api/configs";
import { testConnection } from "@/api/configs";
import { withMessage } from "@/lib/refusal";
import { toast } from "@/lib/toast";
import { addressOf, type ConfigurationValues } from "@/screens/profile/configuration";
import { Button } from "@/ui/button";

type ConnectionTestButtonProps = {
  userId: number;
  /** What is being typed; the stored configuration without it. */
  values: ConfigurationValues | undefined;
  disabled: boolean;
  onTested: (test: ConnectionTest) => void;
};

/** Tests the connection with a real call to the marketplace. */
export function ConnectionTestButton({ userId, values, disabled, onTested }: ConnectionTestButtonProps) {
  const test = useMutation({
    mutationFn: () =>
      testConnection("gameboost", userId, values && addressOf(values)).catch(
        withMessage("Failed to test API connection", [400]),
      ),
    onSuccess: (tested) => {
      onTested(tested);
      if (tested.success) return toast.success("API connection successful");
      const why = tested.error || "Could not connect to API";
      return toast.error(tested.detail ? `${why}\n${tested.detail}` : why, "Connection Failed");
    },
  });
  return (
    <Button icon="link" busy={test.isPending} disabled={disabled} onClick={() => test.mutate()}>
      Testar Conexão
    </Button>
  );
}
