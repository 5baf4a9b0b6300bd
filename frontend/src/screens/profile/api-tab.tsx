import { useQuery } from "@tanstack/react-query";
import { configurationQuery } from "@/api/configs";
import { ApiForm } from "@/screens/profile/api-form";
import { TrainingSwitch } from "@/shared/marketplace/training-switch";
import { Answer } from "@/ui/answer";
import { Skeleton } from "@/ui/skeleton";

/** 'API GameBoost'. */
export default function ApiTab({ userId }: { userId: number }) {
  return (
    <Answer
      query={useQuery(configurationQuery("gameboost", userId))}
      failed="Não foi possível carregar suas configurações de API."
      framed
      place={<Skeleton className="h-96" />}
    >
      {(configuration) => (
        <>
          <ApiForm userId={userId} configuration={configuration} />
          <TrainingSwitch />
        </>
      )}
    </Answer>
  );
}
