package cn.sealflow.app;

import android.content.Intent;
import android.os.Bundle;
import androidx.activity.EdgeToEdge;
import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {

    @Override
    protected void onCreate(Bundle savedInstanceState) {
        // A note that was pressed before stands in the intent of an activity that is made anew: it is not pressed again.
        if (savedInstanceState != null || isFromRecents()) {
            setIntent(new Intent(getIntent()).replaceExtras((Bundle) null));
        }
        // Android 15 does so by itself.
        EdgeToEdge.enable(this);
        super.onCreate(savedInstanceState);
        // Until the page paints there would be a white sheet, also in the dark.
        getBridge().getWebView().setBackgroundColor(getColor(R.color.page));
    }

    private boolean isFromRecents() {
        return (getIntent().getFlags() & Intent.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY) != 0;
    }
}
